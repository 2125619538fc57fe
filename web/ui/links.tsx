import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
  UnstyledButton,
  type UnstyledButtonProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import classes from './tab-links.module.css'

/** The component library's links, buttons and tabs as router links: real URLs, opened in place. */

type AnchorAttributes = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'>

export const TextLink = createLink((props: AnchorAttributes & AnchorProps) => <Anchor {...props} />)
export const ButtonLink = createLink((props: AnchorAttributes & ButtonProps) => <Button component="a" {...props} />)
export const NavItem = createLink((props: Omit<AnchorAttributes, 'onChange'> & NavLinkProps) => (
  <NavLink component="a" {...props} />
))
export const PlainLink = createLink((props: AnchorAttributes & UnstyledButtonProps) => (
  <UnstyledButton component="a" {...props} />
))

/** One of the tabs in `TabLinks`. */
export const TabLink = createLink(
  ({
    className,
    children,
    ...props
  }: Omit<AnchorAttributes, 'children'> & UnstyledButtonProps & { children: string }) => (
    <UnstyledButton component="a" className={`${classes.tab} ${className ?? ''}`} data-label={children} {...props}>
      {children}
    </UnstyledButton>
  ),
)

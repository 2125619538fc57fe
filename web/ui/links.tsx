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

/** A link of `TabLinks` or `WithSideLinks`, with how much its page holds. */
export const TabLink = createLink(
  ({
    className,
    children,
    count,
    ...props
  }: Omit<AnchorAttributes, 'children'> & UnstyledButtonProps & { children: string; count?: number | undefined }) => (
    <UnstyledButton component="a" className={`${classes.tab} ${className ?? ''}`} data-label={children} {...props}>
      <span className={classes.label} data-label={children}>
        {children}
      </span>
      {count !== undefined && (
        <span className={classes.count} aria-hidden>
          {count.toLocaleString('en')}
        </span>
      )}
    </UnstyledButton>
  ),
)

import { Box } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import type { Path } from '../paths.ts'
import { TabLink } from './links.tsx'
import { OpenPart } from './page.tsx'
import classes from './tab-links.module.css'

export interface PageLink {
  to: Path
  label: string
  /** How much the page holds, once that is known. */
  count?: number | undefined
  /** Whether pages below its address belong to it. */
  hasPages?: boolean
}

export interface PageLinksProps {
  /** Names the navigation. */
  label: string
  pages: readonly PageLink[]
  params: Record<string, string>
}

/** Navigation between the pages of one thing: links that look like tabs. */
export const TabLinks = (props: PageLinksProps) => <PageLinks {...props} className={classes.tabs} />

/** A page beside the list of those that it is one of; on a narrow screen the list is a row above it. */
export const WithSideLinks = ({ children, ...props }: PageLinksProps & { children: ReactNode }) => (
  <div className={classes.columns}>
    <PageLinks {...props} className={classes.side} />
    <div>{children}</div>
  </div>
)

function PageLinks({ label, pages, params, className }: PageLinksProps & { className: string | undefined }) {
  const nav = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const setOpenPart = useContext(OpenPart)
  const open = pages.find(({ to, hasPages }) => {
    const address = to.replace(/\$(\w+)/g, (_, name) => params[name] ?? '')
    return path === address || (hasPages && path.startsWith(`${address}/`))
  })?.label
  useEffect(() => {
    if (open === undefined) return
    // It may be scrolled out of view on a narrow screen.
    nav.current?.querySelector(`[data-label="${open}"]`)?.scrollIntoView({ inline: 'center', block: 'nearest' })
    // The list of a tab is rendered after the tabs, so its page names the title.
    setOpenPart(open)
  }, [open, setOpenPart])
  return (
    <Box component="nav" ref={nav} aria-label={label} className={className}>
      {pages.map(({ to, label, count, hasPages = false }) => (
        <TabLink
          key={to}
          to={to}
          params={params}
          count={count}
          activeOptions={{ exact: !hasPages, includeSearch: false }}
        >
          {label}
        </TabLink>
      ))}
    </Box>
  )
}

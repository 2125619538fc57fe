import { Box } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useContext, useEffect, useRef } from 'react'
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

interface PageLinksProps {
  /** Names the navigation. */
  label: string
  pages: readonly PageLink[]
  params: Record<string, string>
}

/** Navigation between the pages of one thing: links that look like tabs. */
export const TabLinks = (props: PageLinksProps) => <PageLinks {...props} className={classes.tabs} />

/** Navigation between the pages of a tab: a list at the left, on a narrow screen a row above the page. */
export const SideLinks = (props: PageLinksProps) => <PageLinks {...props} className={classes.side} />

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

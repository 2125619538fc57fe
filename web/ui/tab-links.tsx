import { Box, Group } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { OpenPart } from './page.tsx'
import classes from './tab-links.module.css'

/** Navigation between the pages of one thing: links that look like tabs. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLDivElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const setOpenPart = useContext(OpenPart)
  useEffect(() => {
    const tab = nav.current?.querySelector(`a[href="${path}"]`)
    // It may be scrolled out of view on a narrow screen.
    tab?.scrollIntoView({ inline: 'center', block: 'nearest' })
    setOpenPart(tab?.textContent)
    return () => setOpenPart(undefined)
  }, [path, setOpenPart])
  return (
    <Box component="nav" ref={nav} aria-label={label} className={classes.tabs}>
      <Group gap={0} wrap="nowrap">
        {children}
      </Group>
    </Box>
  )
}

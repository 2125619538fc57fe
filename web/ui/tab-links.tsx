import { Box, Group } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './tab-links.module.css'

/** The way between the pages of one thing; its links look like tabs and are addresses. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLDivElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // On a narrow screen the page that is open may be a tab out of sight.
  useEffect(() => {
    nav.current?.querySelector(`a[href="${path}"]`)?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [path])
  return (
    <Box component="nav" ref={nav} aria-label={label} className={classes.tabs}>
      <Group gap={0} wrap="nowrap">
        {children}
      </Group>
    </Box>
  )
}

import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tab-links.module.css'

/** The way between the pages of one thing; its links look like tabs and are addresses. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="nav" aria-label={label} className={classes.tabs}>
      <Group gap={0} wrap="nowrap">
        {children}
      </Group>
    </Box>
  )
}

import { Card, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, Suspense, useId } from 'react'
import { Loading } from './failure.tsx'
import classes from './figure.module.css'

/** Heights of charts in pixels; a chart with one bar per row grows with its rows. */
export const chartHeight = 240
export const radarHeight = 280
export const rowsHeight = (rowCount: number) => 40 + 40 * rowCount

interface FigureProps {
  title: string
  /** Describes in plain words what is counted. */
  description: ReactNode
  /** A chart of the figures, hidden from screen readers; omitted when there is nothing to draw. */
  picture?: ReactNode
  /** In pixels, reserved while it loads so that nothing below jumps. */
  pictureHeight?: number
  /** The figures as text and tables. */
  children: ReactNode
}

/** A section of the overview: a chart, loaded on its own, with the figures that it shows. */
export function Figure({ title, description, picture, pictureHeight = chartHeight, children }: FigureProps) {
  const id = useId()
  return (
    <Card withBorder component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </div>
        {picture && (
          <div style={{ minHeight: pictureHeight }} aria-hidden="true">
            <Suspense fallback={<Loading />}>{picture}</Suspense>
          </div>
        )}
        {children}
      </Stack>
    </Card>
  )
}

/** A long table, collapsed until it is wanted. */
export function FoldedTable({ of, children }: { of: string; children: ReactNode }) {
  return (
    <details>
      <summary className={classes.summary}>
        Show as table<VisuallyHidden>: {of}</VisuallyHidden>
      </summary>
      {children}
    </details>
  )
}

export interface Series {
  key: string
  label: string
  /** A CSS color. */
  color: string
  /** The dash pattern of its line, for readers who cannot tell the colors apart. */
  dash?: string
}

/** Maps each series to its color. */
export function Legend({ series }: { series: Series[] }) {
  return (
    <ul className={classes.legend}>
      {series.map(({ key, label, color }) => (
        <li key={key}>
          <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  )
}

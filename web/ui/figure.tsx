import { Card, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, Suspense, useId } from 'react'
import { Loading } from './failure.tsx'
import classes from './figure.module.css'

/** Of charts, in pixels; of one that has a bar for each row by the number of rows. */
export const chartHeight = 240
export const radarHeight = 280
export const rowsHeight = (rowCount: number) => 40 + 40 * rowCount

interface FigureProps {
  title: string
  /** What is pluralize, in plain words. */
  description: ReactNode
  /** A picture of the figures, for eyes only; without one there is nothing to draw. */
  picture?: ReactNode
  /** In pixels: its room is kept while it loads, so that nothing below jumps. */
  pictureHeight?: number
  /** The figures for everybody. */
  children: ReactNode
}

/** A part of the overview: a picture, which loads by itself, beside the figures that it shows. */
export function Figure({ title, description, picture, pictureHeight = chartHeight, children }: FigureProps) {
  const id = useId()
  return (
    <Card withBorder component="section" aria-labeledby={id}>
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

/** A table that is long beside its picture: there for who wants it. */
export function FoldedTable({ of, children }: { of: string; children: ReactNode }) {
  return (
    <details>
      <summary className={classes.summary}>
        Show as a table<VisuallyHidden>: {of}</VisuallyHidden>
      </summary>
      {children}
    </details>
  )
}

export interface Series {
  key: string
  label: string
  /** A color of the page, as a CSS value. */
  color: string
  /** Of its line, where colors are not told apart. */
  dash?: string
}

/** Which color stands for what. */
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

import { Paper, Text, useMatches } from '@mantine/core'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  PolarAngleAxis,
  PolarGrid,
  PolarRadiusAxis,
  Radar,
  RadarChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatDay } from '../api/overview.ts'
import { chartInk, chartLine } from '../chart-colors.ts'
import { chartHeight, radarHeight, rowsHeight, type Series } from './figure.tsx'

/** The charts of the overview, in one chunk that loads when the first of them is shown. */

/** A row of a chart: its name, and a number for each series. */
export type Row = { name: string } & Record<string, number | string>

interface ChartProps {
  rows: Row[]
  series: Series[]
}

const tick = { fill: chartInk, fontSize: 12 }
const margin = { top: 8, right: 8, bottom: 0, left: 0 }
const days = { dataKey: 'name', tickFormatter: formatDay, tick, stroke: chartLine, minTickGap: 32 } as const
const counts = { allowDecimals: false, width: 40, tick, stroke: chartLine } as const

/** Totals over days, stacked by series. */
export function GrowthChart({ rows, series }: ChartProps) {
  return (
    <ResponsiveContainer width="100%" height={chartHeight}>
      <AreaChart data={rows} margin={margin} accessibilityLayer={false}>
        <CartesianGrid stroke={chartLine} vertical={false} />
        <XAxis {...days} />
        <YAxis {...counts} />
        <Tooltip content={<Bubble series={series} nameOf={formatDay} />} />
        {series.map(({ key, color }) => (
          <Area
            key={key}
            dataKey={key}
            stackId="all"
            type="stepAfter"
            stroke={color}
            strokeWidth={2}
            fill={color}
            fillOpacity={0.35}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  )
}

/** Counts per day, stacked by series. */
export function DayBars({ rows, series }: ChartProps) {
  return (
    <ResponsiveContainer width="100%" height={chartHeight}>
      <BarChart data={rows} margin={margin} accessibilityLayer={false}>
        <CartesianGrid stroke={chartLine} vertical={false} />
        <XAxis {...days} />
        <YAxis {...counts} />
        <Tooltip content={<Bubble series={series} nameOf={formatDay} />} cursor={{ fill: chartLine, opacity: 0.4 }} />
        {series.map(({ key, color }) => (
          <Bar key={key} dataKey={key} stackId="all" fill={color} isAnimationActive={false} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

/** A horizontal bar for each row, stacked by series. */
export function RowBars({ rows, series }: ChartProps) {
  return (
    <ResponsiveContainer width="100%" height={rowsHeight(rows.length)}>
      <BarChart data={rows} layout="vertical" margin={{ ...margin, right: 24 }} accessibilityLayer={false}>
        <CartesianGrid stroke={chartLine} horizontal={false} />
        <XAxis type="number" allowDecimals={false} tick={tick} stroke={chartLine} />
        <YAxis type="category" dataKey="name" width={96} tick={tick} stroke={chartLine} />
        <Tooltip content={<Bubble series={series} />} cursor={{ fill: chartLine, opacity: 0.4 }} />
        {series.map(({ key, color }) => (
          <Bar key={key} dataKey={key} stackId="all" fill={color} maxBarSize={28} isAnimationActive={false} />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

/** One shape for each series, overlaid. */
export function CategoryRadar({ rows, series }: ChartProps) {
  const radius = useMatches({ base: 62, sm: 100 })
  return (
    <ResponsiveContainer width="100%" height={radarHeight}>
      <RadarChart data={rows} outerRadius={radius} accessibilityLayer={false}>
        <PolarGrid stroke={chartLine} />
        <PolarAngleAxis dataKey="name" tick={tick} />
        <PolarRadiusAxis allowDecimals={false} angle={54} tick={tick} axisLine={false} />
        <Tooltip content={<Bubble series={series} />} />
        {series.map(({ key, color, dash = '0' }) => (
          <Radar
            key={key}
            dataKey={key}
            stroke={color}
            strokeWidth={2}
            strokeDasharray={dash}
            fill={color}
            fillOpacity={0.12}
            isAnimationActive={false}
          />
        ))}
      </RadarChart>
    </ResponsiveContainer>
  )
}

interface BubbleProps {
  series: Series[]
  nameOf?: (name: string) => string
  payload?: readonly { payload?: unknown }[]
}

function Bubble({ series, nameOf = (name) => name, payload }: BubbleProps) {
  const row = payload?.[0]?.payload as Row | undefined
  if (!row) return null
  return (
    <Paper withBorder shadow="sm" p="xs" maw={280}>
      <Text size="sm" fw={600}>
        {nameOf(row.name)}
      </Text>
      {series.map(({ key, label }) => (
        <Text key={key} size="sm">
          {label}: {Number(row[key] ?? 0).toLocaleString('en')}
        </Text>
      ))}
    </Paper>
  )
}

import { Paper, Text } from '@mantine/core'
import {
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Signal } from '../api/discovery-queries.ts'
import { titleOf } from '../api/words.ts'

interface SignalsChartProps {
  signals: Signal[]
  minCount: number
  threshold: number
}

const ink = 'var(--mantine-color-dimmed)'
const line = 'var(--mantine-color-default-border)'

/** Count against stability; what lies in the shaded corner is proposed. The table beside it says the same. */
export function SignalsChart({ signals, minCount, threshold }: SignalsChartProps) {
  const most = Math.max(minCount + 1, ...signals.map(({ n_count }) => n_count + 1))
  const open = signals.filter(({ promoted }) => !promoted)
  const promoted = signals.filter((signal) => signal.promoted)
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={320}>
        <ScatterChart accessibilityLayer={false} margin={{ top: 16, right: 16, bottom: 24, left: 0 }}>
          <CartesianGrid stroke={line} />
          <XAxis
            type="number"
            dataKey="n_count"
            domain={[0, most]}
            allowDecimals={false}
            tick={{ fill: ink, fontSize: 12 }}
            stroke={line}
            label={{
              value: 'Pieces of content that say it',
              position: 'insideBottom',
              offset: -12,
              fill: ink,
              fontSize: 12,
            }}
          />
          <YAxis
            type="number"
            dataKey="stability"
            domain={[0, 1]}
            width={48}
            tick={{ fill: ink, fontSize: 12 }}
            stroke={line}
            label={{ value: 'Stability', angle: -90, position: 'insideLeft', offset: 14, fill: ink, fontSize: 12 }}
          />
          <ReferenceArea
            x1={minCount}
            x2={most}
            y1={threshold}
            y2={1}
            fill="var(--mantine-color-green-6)"
            fillOpacity={0.12}
          />
          <ReferenceLine x={minCount} stroke="var(--mantine-color-green-7)" strokeDasharray="4 4" />
          <ReferenceLine y={threshold} stroke="var(--mantine-color-green-7)" strokeDasharray="4 4" />
          <Tooltip content={Bubble} cursor={false} />
          <Scatter data={open} fill="var(--mantine-color-blue-6)" shape="circle" isAnimationActive={false} />
          <Scatter data={promoted} fill="var(--mantine-color-green-7)" shape="diamond" isAnimationActive={false} />
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  )
}

function Bubble({ payload }: { payload?: readonly { payload?: unknown }[] }) {
  const signal = payload?.[0]?.payload as Signal | undefined
  if (!signal) return null
  return (
    <Paper withBorder shadow="sm" p="xs" maw={320}>
      <Text size="sm">{signal.statement}</Text>
      <Text size="xs" c="dimmed">
        {titleOf(signal.category)} · {signal.n_count} · {signal.stability.toFixed(2)}
        {signal.promoted ? ' · proposed' : ''}
      </Text>
    </Paper>
  )
}

import { Paper, Text } from '@mantine/core'
import {
  CartesianGrid,
  LabelList,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Signal } from '../../api/discovery-queries.ts'
import { pluralize, titleOf } from '../../api/words.ts'
import { chartColor, chartInk, chartLine } from '../../chart-colors.ts'

interface SignalsChartProps {
  signals: Signal[]
  minCount: number
  threshold: number
}

/** Signals at the same position in the chart. */
interface Point {
  n_count: number
  stability: number
  signals: Signal[]
  /** Their number, if there are several. */
  label: string
}

const text = { fill: chartInk, fontSize: 12 }
const bound = { stroke: chartColor('green'), strokeDasharray: '4 4' }
const maxTicks = 8

/** Count against stability; signals in the shaded corner are proposed. The table next to it has the same data. */
export function SignalsChart({ signals, minCount, threshold }: SignalsChartProps) {
  const most = Math.max(minCount + 1, ...signals.map(({ n_count }) => n_count + 1))
  const step = Math.ceil(most / maxTicks)
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step)
  const series = [
    { name: 'open', signals: signals.filter(({ promoted }) => !promoted), color: 'blue', shape: 'circle' },
    { name: 'proposed', signals: signals.filter(({ promoted }) => promoted), color: 'green', shape: 'diamond' },
  ] as const
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={340}>
        <ScatterChart accessibilityLayer={false} margin={{ top: 24, right: 16, bottom: 24, left: 0 }}>
          <CartesianGrid stroke={chartLine} />
          <XAxis
            type="number"
            dataKey="n_count"
            domain={[0, most]}
            ticks={ticks}
            tick={text}
            stroke={chartLine}
            label={{ ...text, value: 'Sources', position: 'insideBottom', offset: -12 }}
          />
          <YAxis
            type="number"
            dataKey="stability"
            domain={[0, 1]}
            width={64}
            tick={text}
            stroke={chartLine}
            label={{ ...text, value: 'Stability', angle: -90, position: 'insideLeft', offset: 8 }}
          />
          <ReferenceArea x1={minCount} x2={most} y1={threshold} y2={1} fill={chartColor('green')} fillOpacity={0.12} />
          <ReferenceLine
            x={minCount}
            {...bound}
            label={{ ...text, value: `at least ${pluralize(minCount, 'source')}`, position: 'top' }}
          />
          <ReferenceLine
            y={threshold}
            {...bound}
            label={{ ...text, value: `at least ${threshold}`, position: 'insideTopLeft' }}
          />
          <Tooltip content={Bubble} cursor={false} />
          {series.map(({ name, signals, color, shape }) => (
            <Scatter
              key={name}
              data={pointsOf(signals)}
              fill={chartColor(color)}
              shape={shape}
              isAnimationActive={false}
            >
              <LabelList dataKey="label" position="right" fill="var(--mantine-color-text)" fontSize={12} />
            </Scatter>
          ))}
        </ScatterChart>
      </ResponsiveContainer>
    </div>
  )
}

/** One point for signals that would overlap. */
function pointsOf(signals: Signal[]): Point[] {
  const places = Map.groupBy(signals, ({ n_count, stability }) => `${n_count} ${stability.toFixed(2)}`)
  return [...places.values()].map((together) => ({
    n_count: together[0]!.n_count,
    stability: together[0]!.stability,
    signals: together,
    label: together.length > 1 ? `×${together.length}` : '',
  }))
}

const maxNames = 5

function Bubble({ payload }: { payload?: readonly { payload?: unknown }[] }) {
  const point = payload?.[0]?.payload as Point | undefined
  if (!point) return null
  return (
    <Paper withBorder shadow="sm" p="xs" maw={320}>
      {point.signals.slice(0, maxNames).map(({ id, statement, category, promoted }) => (
        <Text key={id} size="sm">
          {statement}{' '}
          <Text span size="xs" c="dimmed">
            {titleOf(category)}
            {promoted ? ' · proposed' : ''}
          </Text>
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {point.signals.length > maxNames && `and ${point.signals.length - maxNames} more · `}
        {pluralize(point.n_count, 'source')} · stability {point.stability.toFixed(2)}
      </Text>
    </Paper>
  )
}

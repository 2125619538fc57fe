import { ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'
import { wallClock } from '#core/base/clock.ts'

/** A value as prom-client lists it; of histograms, each bucket, the sum and the count are values of their own. */
interface Value {
  labels: Record<string, string | number>
  value: number
  metricName?: string
}

interface Metric {
  name: string
  help: string
  type: string
  values: Value[]
}

/** Reads the same metrics as `/metrics`, with the same names, in the shapes of OpenTelemetry. */
export function metricProducer(registry: Registry, resource: Resource): MetricProducer {
  const startTime = timeOf(wallClock())
  return {
    async collect() {
      const listed = (await registry.getMetricsAsJSON()) as unknown as Metric[]
      const times = { startTime, endTime: timeOf(wallClock()) }
      const metrics = listed.filter(({ values }) => values.length > 0).map((metric) => dataOf(metric, times))
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'agent-identity-service' }, metrics }] },
        errors: [],
      }
    },
  }
}

type Times = Pick<DataPoint<unknown>, 'startTime' | 'endTime'>

function dataOf({ name, help, type, values }: Metric, times: Times): MetricData {
  const described = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram')
    return { ...described, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }
  const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: labels, value }))
  if (type === 'counter') return { ...described, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
  return { ...described, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** One point for each set of labels. prom-client counts a bucket together with all that are below it. */
function histograms(values: Value[], times: Times) {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...series].map(([labels, own]) => {
    const buckets = own.filter((value) => 'le' in value.labels)
    const named = (suffix: string) => own.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0
    const boundaries = buckets.map((value) => Number(value.labels.le)).filter(Number.isFinite)
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0))
    const value = { buckets: { boundaries, counts }, sum: named('_sum'), count: named('_count') }
    return { ...times, attributes: JSON.parse(labels) as Record<string, string>, value }
  })
}

const timeOf = (date: Date): Times['startTime'] => [
  Math.floor(date.getTime() / 1000),
  (date.getTime() % 1000) * 1_000_000,
]

import type { Counter, Gauge, Registry } from 'prom-client'

/** The values of a metric by its labels. */
type Series = Iterable<readonly [labels: Record<string, string>, value: number]>

interface Description {
  name: string
  help: string
  labelNames?: string[]
}

/** Exposes values that the service counts anyway: they are read whenever the metrics are. */
export function expose(
  registry: Registry,
  Metric: typeof Counter | typeof Gauge,
  description: Description,
  read: () => Series | Promise<Series>,
): void {
  new Metric({
    ...description,
    registers: [registry],
    async collect() {
      const series = await read()
      this.reset()
      for (const [labels, value] of series) this.inc(labels, value)
    },
  })
}

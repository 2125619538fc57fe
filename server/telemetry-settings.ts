import type { TelemetrySettings } from './outside/telemetry/telemetry.ts'
import type { Settings } from './settings.ts'

/**
 * Reads where traces and metrics are sent by OpenTelemetry; undefined if nowhere. The library reads the further
 * variables of its specification itself, such as headers and certificates.
 *
 * @throws an error whose message names the variable and the values that it accepts.
 */
export function readTelemetry(settings: Settings): TelemetrySettings | undefined {
  const address = (name: string) => settings.url(name, ['http:', 'https:'])
  const both = address('OTEL_EXPORTER_OTLP_ENDPOINT')
  const hasTraces = Boolean(address('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? both)
  const hasMetrics = Boolean(address('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT') ?? both)
  const isOff = settings.read('OTEL_SDK_DISABLED', false, trueOrFalse, 'true or false')
  const telemetry = {
    hasTraces,
    hasMetrics,
    sampledShare: settings.read('OTEL_TRACES_SAMPLER_ARG', 1, share, 'a share from 0 to 1'),
    metricsIntervalMs: settings.integer('OTEL_METRIC_EXPORT_INTERVAL', 60_000, 100, 3_600_000, 'milliseconds'),
  }
  return isOff || !(hasTraces || hasMetrics) ? undefined : telemetry
}

const trueOrFalse = (value: string) => (/^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : undefined)

const share = (value: string) => (/^\d+(?:\.\d+)?$/.test(value) && Number(value) <= 1 ? Number(value) : undefined)

import { type Figures, type Range, ratiosOf } from './measure.ts'

/** Formats figures for tables. */

export const whole = (value: number) => Math.round(value).toLocaleString('en-US')
export const ms = (value: number) => (value < 10 ? value.toFixed(1) : whole(value))
const range = ({ median, min, max }: Range) => `${whole(median)} (${whole(min)}–${whole(max)})`
export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
export const ratio = (own: Figures, bare: Figures) => {
  const { byRate, byProcessor } = ratiosOf(own, bare)
  return `${byRate.toFixed(2)} / ${byProcessor.toFixed(2)}`
}

/** Describes the machine, which the reader has to know to judge a figure. */
export const disturbance = (all: Figures[]) =>
  `Others took at most ${percent(Math.max(...all.map(({ othersShare }) => othersShare.max)))} of the processors in a round.`
export const percent = (share: number) => `${(share * 100).toFixed(0)} %`

export const figureNames = ['requests a second', 'p50 ms', 'p99 ms', 'worst ms', 'µs of processor']
export const figuresOf = ({ perSecond, p50Ms, p99Ms, maxMs, processorMicroseconds }: Figures) => [
  range(perSecond),
  ms(p50Ms.median),
  `${ms(p99Ms.median)} (${ms(p99Ms.min)}–${ms(p99Ms.max)})`,
  `${ms(maxMs.median)} (${ms(maxMs.min)}–${ms(maxMs.max)})`,
  whole(processorMicroseconds.median),
]

export interface PrecisionLine {
  name: string
  /** Precision after each right one. */
  precisions: readonly number[]
}

const width = 640
const height = 380
const area = { left: 60, right: 600, top: 40, bottom: 320 }
const colors = ['#71717a', '#2563eb', '#16a34a']
const style = `
text { font: 14px system-ui, sans-serif; fill: #3f3f46 }
.title { font-weight: 600 }
.grid { stroke: #d4d4d8 }
@media (prefers-color-scheme: dark) { text { fill: #d4d4d8 } .grid { stroke: #52525b } }`
const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
/** Before it, a few lucky or unlucky ones decide. */
const firstRecall = 0.05

const xOf = (recall: number) => (area.left + recall * (area.right - area.left)).toFixed(1)
const yOf = (precision: number) => (area.bottom - precision * (area.bottom - area.top)).toFixed(1)

/** Draws precision over recall as SVG, in the colors of a light or a dark page. */
export function precisionChart(lines: readonly PrecisionLine[]): string {
  const title = 'Precision by recall: turns that state a rule, in later sessions of people not trained on'
  const grid = steps.flatMap((step) => [
    `<line class="grid" x1="${area.left}" x2="${area.right}" y1="${yOf(step)}" y2="${yOf(step)}"/>`,
    `<text x="${area.left - 10}" y="${yOf(step)}" dy="5" text-anchor="end">${step}</text>`,
    `<text x="${xOf(step)}" y="${area.bottom + 24}" text-anchor="middle">${step}</text>`,
  ])
  const curves = lines.flatMap(({ name, precisions }, line) => {
    const points = precisions.flatMap((precision, at) => {
      const recall = (at + 1) / precisions.length
      return recall < firstRecall ? [] : [`${xOf(recall)},${yOf(precision)}`]
    })
    const label = `<text x="${area.right}" y="${area.top + 20 + 18 * line}" text-anchor="end" style="fill:${colors[line]}">${name}</text>`
    return [`<polyline points="${points.join(' ')}" fill="none" stroke="${colors[line]}" stroke-width="2"/>`, label]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<style>${style}</style>`,
    `<text class="title" x="${area.left}" y="22">Precision</text>`,
    ...grid,
    `<text x="${(area.left + area.right) / 2}" y="${area.bottom + 48}" text-anchor="middle">Recall</text>`,
    ...curves,
    '</svg>\n',
  ].join('\n')
}

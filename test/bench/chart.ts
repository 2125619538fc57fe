/** Draws a line chart as SVG, by a logarithmic number of agents. It takes the colors of a light or a dark page. */

export interface Line {
  name: string
  color: string
  points: { x: number; y: number; low: number; high: number }[]
}

const width = 790
const height = 380
const area = { left: 70, right: 590, top: 40, bottom: 320 }

const style = `
text { font: 14px system-ui, sans-serif; fill: #3f3f46 }
.title { font-weight: 600 }
.grid { stroke: #d4d4d8 }
@media (prefers-color-scheme: dark) { text { fill: #d4d4d8 } .grid { stroke: #52525b } }`

/** @param title the label of the vertical axis. */
export function lineChart(title: string, lines: Line[]): string {
  const points = lines.flatMap((line) => line.points)
  const exponents = points.map(({ x }) => Math.log10(x))
  const [first, last] = [Math.floor(Math.min(...exponents)), Math.max(Math.ceil(Math.max(...exponents)), 1)]
  const step = niceStep(Math.max(...points.map(({ high }) => high)) / 5)
  const top = step * Math.ceil(Math.max(...points.map(({ high }) => high)) / step)
  const xOf = (x: number) =>
    area.left + ((Math.log10(x) - first) / Math.max(1, last - first)) * (area.right - area.left)
  const yOf = (y: number) => area.bottom - (y / top) * (area.bottom - area.top)
  const parts = [`<text class="title" x="${area.left}" y="22">${title}</text>`]
  for (let y = 0; y <= top; y += step) {
    const at = yOf(y).toFixed(1)
    parts.push(`<line class="grid" x1="${area.left}" x2="${area.right}" y1="${at}" y2="${at}"/>`)
    parts.push(`<text x="${area.left - 10}" y="${at}" dy="5" text-anchor="end">${y.toLocaleString('en-US')}</text>`)
  }
  for (let exponent = first; exponent <= last; exponent++) {
    const label = (10 ** exponent).toLocaleString('en-US')
    parts.push(`<text x="${xOf(10 ** exponent)}" y="${area.bottom + 24}" text-anchor="middle">${label}</text>`)
  }
  parts.push(`<text x="${(area.left + area.right) / 2}" y="${area.bottom + 48}" text-anchor="middle">agents</text>`)
  for (const { color, points: own } of lines) {
    const path = own.map(({ x, y }) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(' ')
    parts.push(`<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2.5"/>`)
    for (const { x, low, high } of own) {
      parts.push(
        `<line x1="${xOf(x).toFixed(1)}" x2="${xOf(x).toFixed(1)}" y1="${yOf(low).toFixed(1)}" y2="${yOf(high).toFixed(1)}" stroke="${color}" stroke-width="1.5"/>`,
      )
    }
  }
  for (const [line, y] of labelPositions(lines, yOf)) {
    parts.push(`<text x="${area.right + 12}" y="${y.toFixed(1)}" dy="5" style="fill:${line.color}">${line.name}</text>`)
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}, by number of agents">`,
    `<style>${style}</style>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

/** Returns 1, 2 or 5 times a power of ten: the largest value that is not above `step`, but at least 1. */
function niceStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)))
  return power * (step >= 5 * power ? 5 : step >= 2 * power ? 2 : 1)
}

const labelHeight = 18

/** Places each line's name next to its end, moved down where it would overlap another. */
function labelPositions(lines: Line[], yOf: (y: number) => number): [Line, number][] {
  const ends = lines.map((line): [Line, number] => [line, yOf(line.points.at(-1)!.y)]).sort(([, a], [, b]) => a - b)
  let free = 0
  return ends.map(([line, y]) => {
    const at = Math.max(y, free)
    free = at + labelHeight
    return [line, at]
  })
}

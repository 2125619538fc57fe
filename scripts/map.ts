import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareStrings } from '../server/base/strings.ts'
import {
  type Arrow,
  arrowsBetween,
  climbingArrows,
  featureFloors,
  findCircles,
  readSources,
  webFloors,
} from './rooms.ts'

/**
 * Draws `docs/architecture.svg`: the rooms of `server/features` by floor. Fails on a circle or an upward import there or
 * in the dashboard.
 */

const files = readSources('server')
const rooms = new Set(featureFloors.flat())
const arrows = arrowsBetween(files, 'server/features').filter(({ from, to }) => rooms.has(from) && rooms.has(to))
const webFiles = readSources('web')
const problems = [
  ...climbingArrows(arrows, featureFloors),
  ...climbingArrows(arrowsBetween(webFiles, 'web'), webFloors),
  ...findCircles([...files, ...webFiles]).map(
    (circle) => `These files import each other in a circle: ${circle.join(', ')}`,
  ),
]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

const width = 960
const floorHeight = 110
const box = { width: 150, height: 44 }
const bands = [
  { label: 'http · jobs', note: 'routes and the worker call the features' },
  { label: 'domain · db · builtin · outside', note: 'rules, database, built-in engine, foreign systems' },
]
const height = 70 + featureFloors.length * floorHeight + 70

/** The middle of a room's box, in pixels. */
function centerOf(room: string): { x: number; y: number } {
  const floor = featureFloors.findIndex((row) => row.includes(room))
  const row = featureFloors[floor]!
  const x = (width / (row.length + 1)) * (row.indexOf(room) + 1)
  return { x, y: 70 + (featureFloors.length - 1 - floor) * floorHeight + floorHeight / 2 }
}

function drawArrow({ from, to, count }: Arrow): string {
  const start = centerOf(from)
  const end = centerOf(to)
  const [y1, y2] = [start.y + box.height / 2, end.y - box.height / 2 - 6]
  const bend = (y2 - y1) / 2
  // An arrow across a floor is bent aside, so that it does not cross the boxes between.
  const aside = y2 - y1 > floorHeight ? (start.x <= width / 2 ? -60 : 60) : 0
  const path = `M${start.x},${y1} C${start.x + aside},${y1 + bend} ${end.x + aside},${y2 - bend} ${end.x},${y2}`
  return `<path d="${path}" stroke-width="${Math.min(1 + count / 4, 4)}"><title>${from} → ${to}: ${count}</title></path>`
}

function drawRoom(room: string): string {
  const { x, y } = centerOf(room)
  const [left, top] = [x - box.width / 2, y - box.height / 2]
  return `<rect x="${left}" y="${top}" width="${box.width}" height="${box.height}" rx="8"/><text x="${x}" y="${y + 5}">${room}</text>`
}

function drawBand({ label, note }: (typeof bands)[number], top: number): string {
  return `<rect class="band" x="20" y="${top}" width="${width - 40}" height="48" rx="8"/><text x="${width / 2}" y="${top + 21}">${label}</text><text class="note" x="${width / 2}" y="${top + 39}">${note}</text>`
}

const style =
  'text{font:600 15px system-ui,sans-serif;text-anchor:middle;fill:#1c1917}.note{font-weight:400;font-size:13px;fill:#57534e}rect{fill:#eef2ff;stroke:#4f46e5;stroke-width:1.5}.band{fill:#f5f5f4;stroke:#a8a29e}path{fill:none;stroke:#818cf8;opacity:.75;marker-end:url(#tip)}'
const tip =
  '<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0 L8,4 L0,8 z" style="fill:#818cf8;stroke:none;opacity:1;marker-end:none"/></marker></defs>'
const parts = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The rooms of server/features by floor; arrows point from a room to what it imports">`,
  `<style>${style}</style>${tip}<rect width="${width}" height="${height}" style="fill:#fff;stroke:none"/>`,
  drawBand(bands[0]!, 12),
  drawBand(bands[1]!, height - 60),
  ...arrows.toSorted((a, b) => compareStrings(`${a.from} ${a.to}`, `${b.from} ${b.to}`)).map(drawArrow),
  ...featureFloors.flat().map(drawRoom),
  '</svg>',
]
writeFileSync(join(import.meta.dirname, '../docs/architecture.svg'), `${parts.join('\n')}\n`)
console.log(
  `docs/architecture.svg: ${rooms.size} rooms on ${featureFloors.length} floors, ${arrows.length} arrows, none upward, no circle`,
)

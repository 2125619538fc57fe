import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareStrings } from '#core/base/strings.ts'
import { type Arrow, arrowsBetween, climbingArrows, findCircles, floors, readSources } from './rooms.ts'

/**
 * Draws `docs/explanation/architecture.svg`: the rooms of the command, the service, the reader and the core by floor. Fails on
 * a circle or an upward import there or in the dashboard.
 */

type Folder = keyof typeof floors

const files = ['core', 'reader', 'server', 'cli', 'web'].flatMap(readSources)
const arrowsOf = (folder: Folder) => {
  const rooms = new Set<string>(floors[folder].flat())
  return arrowsBetween(files, folder).filter(({ from, to }) => rooms.has(from) && rooms.has(to))
}
const problems = [
  ...(Object.keys(floors) as Folder[]).flatMap((folder) => climbingArrows(arrowsOf(folder), floors[folder])),
  ...findCircles(files).map((circle) => `These files import each other in a circle: ${circle.join(', ')}`),
]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

/** A folder in the picture; positions and sizes in pixels. */
interface Panel {
  folder: Folder
  note: string
  left: number
  top: number
  width: number
}

const floorHeight = 82
const titleHeight = 62
const box = { width: 156, height: 40 }
const heightOf = ({ folder }: Pick<Panel, 'folder'>) => titleHeight + floors[folder].length * floorHeight + 10
const below = 20 + heightOf({ folder: 'cli' }) + 20
const panels: Panel[] = [
  { folder: 'cli', note: 'the command', left: 20, top: 20, width: 350 },
  { folder: 'server/http', note: 'steps of a request', left: 390, top: 20, width: 310 },
  { folder: 'server/features', note: 'the verbs, called by http and jobs', left: 720, top: 20, width: 560 },
  { folder: 'reader', note: 'the engine that works without a model', left: 20, top: below, width: 980 },
  { folder: 'core', note: 'imported by all of them', left: 1020, top: below, width: 260 },
]
const width = 1300
const height = below + heightOf({ folder: 'reader' }) + 20

/** The middle of a room's box. */
function centerOf(
  room: string,
  { folder, left, top, width: panelWidth }: Panel,
): { x: number; y: number; floor: number } {
  const rows: string[][] = floors[folder]
  const floor = rows.findIndex((row) => row.includes(room))
  const row = rows[floor]!
  const x = left + (panelWidth / row.length) * (row.indexOf(room) + 0.5)
  return { x, y: top + titleHeight + (rows.length - 1 - floor) * floorHeight + floorHeight / 2, floor }
}

function drawArrow({ from, to, count }: Arrow, panel: Panel): string {
  const start = centerOf(from, panel)
  const end = centerOf(to, panel)
  const [y1, y2] = [start.y + box.height / 2, end.y - box.height / 2 - 6]
  const bend = (y2 - y1) / 2
  const span = start.floor - end.floor
  // An arrow across a floor is bent aside, so that it does not cross the boxes between.
  const side = start.x + end.x < 2 * panel.left + panel.width || (start.x === end.x && start.floor % 2 === 0) ? -1 : 1
  const aside = span > 1 ? side * (70 + 12 * span) : 0
  const path = `M${start.x},${y1} C${start.x + aside},${y1 + bend} ${end.x + aside},${y2 - bend} ${end.x},${y2}`
  return `<path d="${path}" stroke-width="${Math.min(1 + count / 4, 4)}"><title>${from} → ${to}: ${count}</title></path>`
}

function drawRoom(room: string, panel: Panel): string {
  const { x, y } = centerOf(room, panel)
  const [left, top] = [x - box.width / 2, y - box.height / 2]
  return `<rect x="${left}" y="${top}" width="${box.width}" height="${box.height}" rx="8"/><text x="${x}" y="${y + 5}">${room}</text>`
}

function drawPanel(panel: Panel): string[] {
  const { folder, note, left, top, width: panelWidth } = panel
  const middle = left + panelWidth / 2
  return [
    `<rect class="panel" x="${left}" y="${top}" width="${panelWidth}" height="${heightOf(panel)}" rx="8"/><text class="title" x="${middle}" y="${top + 28}">${folder}</text><text class="note" x="${middle}" y="${top + 48}">${note}</text>`,
    ...arrowsOf(folder)
      .toSorted((a, b) => compareStrings(`${a.from} ${a.to}`, `${b.from} ${b.to}`))
      .map((arrow) => drawArrow(arrow, panel)),
    ...floors[folder].flat().map((room) => drawRoom(room, panel)),
  ]
}

const style =
  'text{font:600 14px system-ui,sans-serif;text-anchor:middle;fill:#1c1917}.title{font-size:17px}.note{font-weight:400;font-size:13px;fill:#57534e}rect{fill:#eef2ff;stroke:#4f46e5;stroke-width:1.5}.panel{fill:#fafaf9;stroke:#d6d3d1}path{fill:none;stroke:#818cf8;opacity:.75;marker-end:url(#tip)}'
const tip =
  '<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0 L8,4 L0,8 z" style="fill:#818cf8;stroke:none;opacity:1;marker-end:none"/></marker></defs>'
const parts = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The rooms of cli, server/http, server/features, reader and core by floor; arrows point from a room to those that it imports">`,
  `<style>${style}</style>${tip}<rect width="${width}" height="${height}" style="fill:#fff;stroke:none"/>`,
  ...panels.flatMap(drawPanel),
  '</svg>',
]
writeFileSync(join(import.meta.dirname, '../docs/explanation/architecture.svg'), `${parts.join('\n')}\n`)

/** Lines, rooms and arrows of each top folder. */
const figures = ['core', 'reader', 'server', 'cli', 'web'].map((folder) => {
  const own = files.filter(({ path }) => path.startsWith(`${folder}/`))
  const lines = own.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  const rooms = new Set(own.map(({ path }) => path.split('/')[1])).size
  return [folder, { lines, rooms, arrows: arrowsBetween(own, folder).length }]
})
console.table(Object.fromEntries(figures))
console.log('docs/explanation/architecture.svg is drawn: no arrow upward, no circle.')

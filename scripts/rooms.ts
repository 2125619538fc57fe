import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

/** Lists the rooms of the service's code and the imports between them, for `npm run map` and test/unit/repository/architecture.test.ts. */

const root = join(import.meta.dirname, '..')

interface Import {
  /** A path within the repository (`server/db/time.ts`), or the name of a package. */
  target: string
  isOwn: boolean
  /** True for `import type`, which leaves nothing at run time. */
  isType: boolean
  /** True for `import()`, which loads when it runs. */
  isLater: boolean
}

export interface SourceFile {
  /** Relative to the repository. */
  path: string
  text: string
  imports: Import[]
}

const importPattern = /^(?:import|export)( type)?\s(?:[^'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm

/** The path of an imported file; `#core/…` and `#reader/…` are paths from the root. */
const pathOf = (target: string, importer: string) =>
  target.startsWith('#') ? target.slice(1) : normalize(join(importer, '..', target))

/** Every TypeScript file below a folder of the repository, with what it imports. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const path = join(folder, name)
      const text = readFileSync(join(root, path), 'utf8')
      const imports = [...text.matchAll(importPattern)].map(([, type, from, later]) => {
        const target = from ?? later!
        const isOwn = /^[.#]/.test(target)
        return {
          target: isOwn ? pathOf(target, path) : target,
          isOwn,
          isType: type !== undefined,
          isLater: from === undefined,
        }
      })
      return { path, text, imports }
    })
}

/** The rooms of folders, lowest floor first: a room imports rooms of floors below its own, and itself. */
export const floors = {
  core: [['base'], ['domain'], ['models']],
  reader: [
    ['common-words.ts', 'count-tokens.ts', 'embedding', 'json-text.ts', 'named-rules.ts', 'sentences.ts'],
    ['language-of.ts', 'rules-files', 'weights'],
    ['commits', 'transcripts'],
    ['turns'],
    ['report-work.ts', 'work.ts'],
    ['engine.ts'],
  ],
  'server/features': [
    ['health.ts', 'jobs', 'vectors'],
    ['accounts'],
    ['audit', 'connections', 'layers'],
    ['webhooks'],
    ['content', 'items', 'models'],
    ['agents', 'consensus', 'sync'],
    ['bootstrap', 'change-requests', 'discovery', 'versions'],
    ['archive', 'fleet', 'formats'],
    ['organization-reads'],
  ],
  'server/http': [
    ['requests'],
    ['limits'],
    ['access'],
    ['answers'],
    ['resources'],
    ['operations'],
    ['routes.ts'],
    ['routes'],
  ],
  cli: [
    ['confirm.ts', 'output.ts'],
    ['files'],
    ['service', 'transcripts'],
    ['coding-tools'],
    ['sessions'],
    ['memories'],
    ['commands'],
    ['program.ts'],
    ['main.ts'],
  ],
  web: [
    ['chart-colors.ts'],
    ['api', 'paths.ts', 'theme.ts'],
    ['ui'],
    ['forms'],
    ['items'],
    ['import'],
    ['pages'],
    ['shell'],
    ['entry-routes.tsx'],
    ['router.tsx'],
    ['main.tsx'],
  ],
} satisfies Record<string, string[][]>

/** The room of a folder that holds a path. A file in the folder itself is a room by its name. */
export const roomOf = (path: string, folder: string): string | undefined =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0]! : undefined

export interface Arrow {
  from: string
  to: string
  /** Imports, type imports included. */
  count: number
}

/** Counts the imports between rooms below one folder. */
export function arrowsBetween(files: SourceFile[], folder: string): Arrow[] {
  const counts = new Map<string, Arrow>()
  for (const file of files) {
    const from = roomOf(file.path, folder)
    for (const { target } of file.imports) {
      const to = roomOf(target, folder)
      if (!from || !to || from === to) continue
      const arrow = counts.get(`${from} ${to}`) ?? { from, to, count: 0 }
      counts.set(`${from} ${to}`, { ...arrow, count: arrow.count + 1 })
    }
  }
  return [...counts.values()]
}

/** Arrows that do not point to a lower floor, as sentences. */
export function climbingArrows(arrows: Arrow[], floors: string[][]): string[] {
  const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room))
  return arrows
    .filter(({ from, to }) => floorOf(from) >= 0 && floorOf(to) >= floorOf(from))
    .map(({ from, to, count }) => `${from} imports ${to} (${count} times), which is not on a floor below`)
}

/** Groups of files that import each other in a circle, type imports included: each is a list of paths. */
export function findCircles(files: SourceFile[]): string[][] {
  const own = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]))
  const reachable = new Map<string, Set<string>>()
  for (const path of own.keys()) {
    const seen = new Set<string>()
    const waiting = [...(own.get(path) ?? [])]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next) || !own.has(next)) continue
      seen.add(next)
      waiting.push(...own.get(next)!)
    }
    reachable.set(path, seen)
  }
  const circles = new Map<string, string[]>()
  for (const [path, seen] of reachable) {
    if (!seen.has(path)) continue
    const members = [...seen].filter((other) => reachable.get(other)?.has(path)).sort()
    circles.set(members.join(' '), members)
  }
  return [...circles.values()]
}

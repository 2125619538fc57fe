import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  arrowsBetween,
  climbingArrows,
  featureFloors,
  findCircles,
  readSources,
  type SourceFile,
  webFloors,
} from '../scripts/rooms.ts'

/** Rules for the whole tree; see CONTRIBUTING.md and docs/decisions. Paths are relative to the repository. */

const files = readSources('server')
const webFiles = readSources('web')
/** The types of the API, which the page and the TypeScript client share. */
const generatedTypes = 'clients/typescript/src/schema.ts'

const rooms = ['base', 'domain', 'db', 'builtin', 'outside', 'features', 'jobs', 'http', 'mcp'] as const
/** The service's own files that each room may import; `types` only as types. */
const allowed: Record<(typeof rooms)[number], { values: RegExp; types?: RegExp }> = {
  base: { values: /^base\// },
  domain: { values: /^(domain|base)\// },
  db: { values: /^(db|domain|base)\// },
  builtin: { values: /^(builtin|domain|base)\// },
  outside: { values: /^(outside|builtin|domain|base)\// },
  features: { values: /^(features|domain|db|base)\//, types: /^(deps\.ts|outside\/|config\.ts)/ },
  jobs: { values: /^(jobs|features|domain|base)\/|^deps\.ts$/ },
  http: { values: /^(http|features|domain|base)\/|^log\.ts$/, types: /^(deps|config)\.ts$/ },
  mcp: { values: /^(mcp|domain|base)\/|^http\/requests\/key-case\.ts$/, types: /^http\/operations\/operations\.ts$/ },
}

test('imports point inwards', () => {
  const wrong = files.flatMap((file) => {
    const room = rooms.find((name) => file.path.startsWith(`server/${name}/`))
    if (!room) return []
    const { values, types } = allowed[room]
    return file.imports
      .filter(({ isOwn }) => isOwn)
      .map(({ target, isType }) => ({ inner: target.replace(/^server\//, ''), isType }))
      .filter(({ inner, isType }) => !values.test(inner) && !(isType && types?.test(inner)))
      .map(({ inner }) => `${file.path} → ${inner}`)
  })
  expect(wrong).toEqual([])
})

test('only features and db build queries, and only start-up knows the database besides them', () => {
  const kysely = files.filter((file) => file.imports.some(({ target }) => /^kysely(\/|$)/.test(target)))
  expect(kysely.map(({ path }) => path).filter((path) => !/^server\/(db|features)\//.test(path))).toEqual([])
  const database = files.filter((file) => file.imports.some(({ target }) => target.startsWith('server/db/')))
  const start = /^server\/start\/(app|main|compose|reads-worker)\.ts$|^server\/deps\.ts$|^server\/(db|features)\//
  expect(database.map(({ path }) => path).filter((path) => !start.test(path))).toEqual([])
})

test('the service reads talk through observe.ts alone, and learns through learning.ts', () => {
  const entries = files.flatMap(({ path, imports }) =>
    path.startsWith('server/builtin/reader/')
      ? []
      : imports.map(({ target }) => target).filter((target) => target.startsWith('server/builtin/reader/')),
  )
  expect([...new Set(entries)].sort()).toEqual([
    'server/builtin/reader/learning.ts',
    'server/builtin/reader/observe.ts',
  ])
})

test('only config.ts reads the environment', () => {
  const readers = files.filter(({ text }) => /process\.env\b|loadEnvFile/.test(text)).map(({ path }) => path)
  expect(readers).toEqual(['server/config.ts'])
})

test('commands print through output.ts alone, which shows what a terminal would obey', () => {
  const printers = readSources('cli').filter(({ text }) => /\bconsole\.|\bstd(?:out|err)\.write\b/.test(text))
  expect(printers.map(({ path }) => path)).toEqual(['cli/output.ts'])
})

test('only serve and worker read a .env file', () => {
  const readers = [...files, ...readSources('cli')].filter(({ text }) => /\bloadEnvironment\(\)\)/.test(text))
  expect(readers.map(({ path }) => path).sort()).toEqual(['server/start/main.ts', 'server/start/worker.ts'])
})

test('only clock.ts reads a clock', () => {
  const clock = /new Date\(\)|Date\.now\b|performance\.now\b|hrtime\b|current_timestamp|'now'/i
  const readers = files.filter(({ text }) => clock.test(text)).map(({ path }) => path)
  expect(readers).toEqual(['server/base/clock.ts'])
})

test('a room imports rooms of lower floors only, and no files import each other in a circle', () => {
  expect(climbingArrows(arrowsBetween(files, 'server/features'), featureFloors)).toEqual([])
  expect(findCircles(files)).toEqual([])
})

test('every folder of features stands on a floor', () => {
  const rooms = new Set(files.map(({ path }) => path.match(/^server\/features\/([^/]+)\//)?.[1]))
  rooms.delete(undefined)
  expect([...rooms].sort()).toEqual(featureFloors.flat().sort())
})

test('the page imports nothing of the server, no room of a floor above, and nothing in a circle', () => {
  const outside = webFiles.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isOwn }) => isOwn && !target.startsWith('web/') && target !== generatedTypes)
      .map(({ target }) => `${path} → ${target}`),
  )
  expect(outside).toEqual([])
  expect(climbingArrows(arrowsBetween(webFiles, 'web'), webFloors)).toEqual([])
  expect(findCircles(webFiles)).toEqual([])
})

test('every folder of web stands on a floor, and every file in web itself', () => {
  const rooms = new Set(webFiles.map(({ path }) => path.split('/')[1]!))
  // Excludes build scripts, which are not part of it.
  rooms.delete('vite.config.ts')
  expect([...rooms].sort()).toEqual(webFloors.flat().sort())
})

test('migrations hold literals: they import nothing of the domain', () => {
  const migrations = files.filter(({ path }) => path.startsWith('server/db/migrations/'))
  const wrong = migrations.filter(({ imports }) => imports.some(({ target }) => target.startsWith('server/domain/')))
  expect(migrations.length).toBeGreaterThan(6)
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every heading of docs/behavior.md that a comment cites exists, and no comment cites a document that is not here', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/behavior.md'), 'utf8')
  const headings = new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading))
  const sources = [...files, ...readSources('test'), ...webFiles]
  const cited = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bbehavior: ([A-Z][A-Za-z ]*[A-Za-z])(?=[).:;,])/g)].map(([, heading]) => ({
      path,
      heading: heading!,
    })),
  )
  expect(cited.length).toBeGreaterThan(200)
  expect(cited.filter(({ heading }) => !headings.has(heading))).toEqual([])
  const elsewhere = sources.filter(({ text }) => /\b(?:decisions|specification) \d/i.test(text))
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})

test('routes and service tests stand in rooms of features', () => {
  const rooms = new Set(featureFloors.flat())
  const foldersBelow = (folder: string, sources: SourceFile[]) =>
    new Set(
      sources.flatMap(({ path }) => (path.startsWith(folder) ? path.slice(folder.length).split('/').slice(0, -1) : [])),
    )
  const routes = foldersBelow('server/http/routes/', files)
  const tests = foldersBelow('test/service/', readSources('test'))
  expect(routes.size).toBeGreaterThan(5)
  expect([...routes].filter((room) => !rooms.has(room))).toEqual([])
  // Infrastructure that the database and the HTTP stack provide to all rooms.
  expect([...tests].filter((room) => !rooms.has(room)).sort()).toEqual(['db', 'http'])
})

/** Longer than 300 lines, each for a reason. */
const long: Record<string, string> = {
  'server/db/migrations/001-initial.ts': 'a schema, read from top to bottom',
  'server/db/tables.ts': 'the columns of every table',
  'server/mcp/toolsets/persona.ts': 'a table of 44 tools',
  'server/http/answers/answer-steps.ts': 'a table of the next steps of every route',
  'server/outside/github/client.ts': 'every request to one API, with its limits and refusals',
  'server/start/app.ts': 'the sections of the API and how requests pass through, in one place',
  'server/builtin/rules-files/responsibility-table.ts': 'a table of words',
  'eval/commits/judgments.ts': 'labeled data',
  'eval/held-out/data-analyst.ts': 'labeled data',
  'eval/held-out/designer.ts': 'labeled data',
  'eval/held-out/site-reliability.ts': 'labeled data',
  'eval/tuning/backend.ts': 'labeled data',
  'eval/tuning/support-lead.ts': 'labeled data',
  'eval/tuning/technical-writer.ts': 'labeled data',
  'test/builtin/rules.test.ts': 'tables of texts and the rules in them',
  'test/domain/prompt-structure.test.ts': 'one property, with the generators of hostile text',
  'test/domain/secrets.test.ts': 'a table of shapes of secrets',
  'test/fakes/github.ts': 'one server: the part of the GitHub API that we call',
  'test/service/accounts/account-links.test.ts': 'one mailbox for every link that is mailed',
  'test/service/agents/agents.test.ts': 'every verb of one resource',
  'test/service/agents/freshness.test.ts': 'a table of all writes and the reads that must show them',
  'test/service/change-requests/change-requests.test.ts': 'every verb of one resource',
  'test/service/connections/x.test.ts': 'one fake of X for connecting and reading',
  'test/service/consensus/consensus.test.ts': 'one cast of agents for every rule',
  'test/service/consensus/dedup.test.ts': 'one cast of duplicates for every rule',
  'test/service/content/conversations.test.ts': 'every verb of one resource',
  'test/service/discovery/discovery.test.ts': 'one agent from content to items',
  'test/service/items/items.test.ts': 'every verb of one resource',
  'test/service/jobs/jobs.test.ts': 'one clock and one queue for the life of a job',
  'test/service/sync/archives.test.ts': 'three archives that every test of forms uploads',
  'test/service/sync/github-content.test.ts': 'one repository for commits, files and faults',
}

test('no file is longer than 300 lines without a reason', () => {
  const lines = ({ text }: SourceFile) => text.split('\n').length - 1
  const all = [...files, ...webFiles, ...['test', 'scripts', 'eval'].flatMap(readSources)]
  const longer = all.filter((file) => lines(file) > 300).map(({ path }) => path)
  expect(longer.sort()).toEqual(Object.keys(long).sort())
})

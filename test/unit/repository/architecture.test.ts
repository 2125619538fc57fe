import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  arrowsBetween,
  climbingArrows,
  findCircles,
  floors,
  readSources,
  roomOf,
  type SourceFile,
} from '../../../scripts/rooms.ts'

/** Rules for the whole tree; see CONTRIBUTING.md and docs/explanation/decisions. Paths are relative to the repository. */

const files = ['core', 'reader', 'server'].flatMap(readSources)
const commandFiles = readSources('cli')
const webFiles = readSources('web')
const evaluationFiles = readSources('evaluation')
/** Everything that a user runs. */
const product = [...files, ...commandFiles, ...webFiles, ...readSources('clients/typescript/src')]
/** The types of the API, which the page and the TypeScript client share. */
const generatedTypes = 'clients/typescript/src/_generated/schema.ts'

/** The repository's own files that each room may import; `types` only as types, `later` also when a command runs. */
const allowed: Record<string, { values: RegExp; types?: RegExp; later?: RegExp }> = {
  'core/base': { values: /^core\/base\/|^package\.json$/ },
  'core/domain': { values: /^core\/(domain|base)\// },
  'core/models': { values: /^core\// },
  reader: { values: /^(reader\/|core\/(domain|base)\/)/ },
  'server/db': { values: /^(server\/db|core\/(domain|base))\// },
  'server/outside': { values: /^(server\/outside|reader|core)\// },
  'server/features': {
    values: /^(server\/(features|db)|core\/(domain|base))\//,
    types: /^server\/(deps\.ts|outside\/|config\.ts)|^core\/models\//,
  },
  'server/jobs': { values: /^(server\/(jobs|features)|core\/(domain|base))\/|^server\/deps\.ts$/ },
  'server/http': {
    values: /^(server\/(http|features)|core\/(domain|base))\/|^server\/log\.ts$/,
    types: /^server\/(deps|config)\.ts$/,
  },
  'server/mcp': {
    values: /^(server\/mcp|core\/(domain|base))\/|^server\/http\/requests\/key-case\.ts$/,
    types: /^server\/http\/operations\/operations\.ts$/,
  },
  // Loaded when a command reads by a model.
  'cli/sessions/model-reader.ts': { values: /^(cli|core)\/|^server\/config\.ts$/ },
  cli: {
    values: /^(cli|core|reader)\/|^clients\/typescript\/src\/index\.ts$|^package\.json$/,
    types: /^server\/config\.ts$/,
    later: /^server\//,
  },
  evaluation: { values: /^(evaluation|core|reader|server)\// },
}

test('imports point inwards', () => {
  const wrong = [...files, ...commandFiles, ...evaluationFiles].flatMap((file) => {
    const room = Object.keys(allowed).find((name) => file.path === name || file.path.startsWith(`${name}/`))
    if (!room) return []
    const { values, types, later } = allowed[room]!
    return file.imports
      .filter(({ isOwn }) => isOwn)
      .filter(
        ({ target, isType, isLater }) =>
          !values.test(target) && !(isType && types?.test(target)) && !(isLater && later?.test(target)),
      )
      .map(({ target }) => `${file.path} → ${target}`)
  })
  expect(wrong).toEqual([])
})

test('nothing that a user runs imports tests, tools, scripts or the evaluation', () => {
  const wrong = product.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => /^(test|tools|scripts|evaluation)\//.test(target))
      .map(({ target }) => `${path} → ${target}`),
  )
  expect(wrong).toEqual([])
})

test('the core that the TypeScript client packs is imported by relative paths, since its package has no `#core`', () => {
  const byPath = new Map(product.map((file) => [file.path, file]))
  const packed = new Set(['clients/typescript/src/index.ts'])
  for (const path of packed)
    for (const { target } of byPath.get(path)?.imports ?? []) if (byPath.has(target)) packed.add(target)
  expect(packed).toContain('core/domain/identity/prompt-variant.ts')
  expect([...packed].filter((path) => byPath.get(path)!.text.includes("'#core/"))).toEqual([])
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
    /^reader\/(turns|weights)\//.test(path)
      ? []
      : imports.map(({ target }) => target).filter((target) => /^reader\/(turns|weights)\//.test(target)),
  )
  expect([...new Set(entries)].sort()).toEqual(['reader/turns/learning.ts', 'reader/turns/observe.ts'])
})

test('only config.ts reads the environment', () => {
  const readers = files.filter(({ text }) => /process\.env\b|loadEnvFile/.test(text)).map(({ path }) => path)
  expect(readers).toEqual(['server/config.ts'])
})

test('commands print through output.ts alone, which shows what a terminal would obey', () => {
  const printers = commandFiles.filter(({ text }) => /\bconsole\.|\bstd(?:out|err)\.write\b/.test(text))
  expect(printers.map(({ path }) => path)).toEqual(['cli/output.ts'])
})

test('only serve and worker read a .env file', () => {
  const readers = [...files, ...commandFiles].filter(({ text }) => /\bloadEnvironment\(\)\)/.test(text))
  expect(readers.map(({ path }) => path).sort()).toEqual(['server/start/main.ts', 'server/start/worker.ts'])
})

test('only clock.ts reads a clock', () => {
  const clock = /new Date\(\)|Date\.now\b|performance\.now\b|hrtime\b|current_timestamp|'now'/i
  const readers = files.filter(({ text }) => clock.test(text)).map(({ path }) => path)
  expect(readers).toEqual(['core/base/clock.ts'])
})

test('only combining-marks.ts normalizes text, since others would take the square of a run of marks', () => {
  const normalizers = [...files, ...commandFiles].filter(({ text }) => /\.normalize\((?:'NF|form)/.test(text))
  expect(normalizers.map(({ path }) => path).filter((path) => !path.startsWith('server/db/migrations/'))).toEqual([
    'core/domain/text/combining-marks.ts',
  ])
})

test.each(Object.entries(floors))(
  'rooms of %s import rooms of lower floors only, and all stand on one',
  (folder, rows) => {
    // Excludes build scripts, which are no part of the page.
    const own = product.filter(({ path }) => path.startsWith(`${folder}/`) && path !== 'web/vite.config.ts')
    expect(climbingArrows(arrowsBetween(own, folder), rows)).toEqual([])
    expect([...new Set(own.map(({ path }) => roomOf(path, folder)))].sort()).toEqual(rows.flat().sort())
  },
)

test('no files import each other in a circle', () => {
  expect(findCircles([...product, ...evaluationFiles])).toEqual([])
})

test('the page imports nothing of the server', () => {
  const outside = webFiles.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isOwn }) => isOwn && !target.startsWith('web/') && target !== generatedTypes)
      .map(({ target }) => `${path} → ${target}`),
  )
  expect(outside).toEqual([])
})

test('migrations hold literals: they import nothing of the domain', () => {
  const migrations = files.filter(({ path }) => path.startsWith('server/db/migrations/'))
  const wrong = migrations.filter(({ imports }) => imports.some(({ target }) => target.startsWith('core/domain/')))
  expect(migrations.length).toBeGreaterThan(6)
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every heading of docs/reference/behavior that a comment cites exists, and no comment cites a document that is not here', () => {
  const chapters = join(import.meta.dirname, '../../../docs/reference/behavior')
  const headings = new Set(
    readdirSync(chapters).flatMap((name) =>
      [...readFileSync(join(chapters, name), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading),
    ),
  )
  const sources = [...files, ...['test', 'tools'].flatMap(readSources), ...webFiles]
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
  const rooms = new Set<string>(floors['server/features'].flat())
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
  'evaluation/commits/judgments.ts': 'labeled data',
  'evaluation/data/held-out/data-analyst.ts': 'labeled data',
  'evaluation/data/held-out/designer.ts': 'labeled data',
  'evaluation/data/held-out/site-reliability.ts': 'labeled data',
  'evaluation/data/tuning/backend.ts': 'labeled data',
  'evaluation/data/tuning/support-lead.ts': 'labeled data',
  'evaluation/data/tuning/technical-writer.ts': 'labeled data',
  'test/unit/db/postgres.test.ts': 'one server for every limit and outage',
  'test/unit/core/prompt-structure.test.ts': 'one property, with the generators of hostile text',
  'test/unit/core/secrets.test.ts': 'a table of shapes of secrets',
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
  const all = [
    ...files,
    ...commandFiles,
    ...webFiles,
    ...evaluationFiles,
    ...['test', 'tools', 'scripts'].flatMap(readSources),
  ]
  const longer = all.filter((file) => lines(file) > 300).map(({ path }) => path)
  expect(longer.sort()).toEqual(Object.keys(long).sort())
})

test('every package of the lock file has a checksum', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string }>
  }
  const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
  expect(installed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** What the whole tree keeps to; see docs/decisions. Paths are relative to the repository. */

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ path: join('server', name), text: readFileSync(join(root, 'server', name), 'utf8') }))

/** What a file imports: paths within the repository, names of packages, and whether types alone. */
const importsOf = ({ path, text }: (typeof files)[number]) =>
  [...text.matchAll(/^(?:import|export)( type)?\s(?:[^'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, type, from, later]) => {
      const target = from ?? later!
      const isOwn = target.startsWith('.')
      return { target: isOwn ? normalize(join(path, '..', target)) : target, isOwn, isType: type !== undefined }
    },
  )

const places = ['domain', 'db', 'builtin', 'outside', 'features', 'jobs', 'http'] as const
/** Which of the service's own files each place may import; `types` only as types. */
const allowed: Record<(typeof places)[number], { values: RegExp; types?: RegExp }> = {
  domain: { values: /^domain\// },
  db: { values: /^(db|domain)\// },
  builtin: { values: /^(builtin|domain)\/|^thread\.ts$/ },
  outside: { values: /^(outside|builtin|domain)\/|^thread\.ts$/ },
  features: { values: /^(features|domain|db)\/|^thread\.ts$/, types: /^(deps\.ts|outside\/|config\.ts)/ },
  jobs: { values: /^(jobs|features|domain|deps\.ts)/ },
  http: { values: /^(http|features|domain)\//, types: /^(deps|config)\.ts$/ },
}

test('imports point inwards', () => {
  const wrong = files.flatMap((file) => {
    const place = places.find((name) => file.path.startsWith(`server/${name}/`))
    if (!place) return []
    const { values, types } = allowed[place]
    return importsOf(file)
      .filter(({ isOwn }) => isOwn)
      .map(({ target, isType }) => ({ inner: target.replace(/^server\//, ''), isType }))
      .filter(({ inner, isType }) => !values.test(inner) && !(isType && types?.test(inner)))
      .map(({ inner }) => `${file.path} → ${inner}`)
  })
  expect(wrong).toEqual([])
})

test('only features and db build queries, and only start-up knows the database besides them', () => {
  const kysely = files.filter((file) => importsOf(file).some(({ target }) => /^kysely(\/|$)/.test(target)))
  expect(kysely.map(({ path }) => path).filter((path) => !/^server\/(db|features)\//.test(path))).toEqual([])
  const database = files.filter((file) => importsOf(file).some(({ target }) => target.startsWith('server/db/')))
  const start = /^server\/(app|main|compose|deps)\.ts$|^server\/(db|features)\//
  expect(database.map(({ path }) => path).filter((path) => !start.test(path))).toEqual([])
})

test('only config.ts reads the environment', () => {
  const readers = files.filter(({ text }) => /process\.env\b|loadEnvFile/.test(text)).map(({ path }) => path)
  expect(readers).toEqual(['server/config.ts'])
})

/** Longer than 300 lines, each for a reason. */
const long: Record<string, string> = {
  'server/db/migrations/001-initial.ts': 'a schema, read from top to bottom',
  'server/db/tables.ts': 'the columns of every table',
  'server/http/resources.ts': 'the fields of every resource',
  'server/http/routes/items.ts': 'every verb of items with its schema',
  'server/builtin/responsibility-table.ts': 'a table of words',
}

test('no file is longer than 300 lines without a reason', () => {
  const lines = ({ text }: (typeof files)[number]) => text.split('\n').length - 1
  const longer = files.filter((file) => lines(file) > 300).map(({ path }) => path)
  expect(longer.sort()).toEqual(Object.keys(long).sort())
})

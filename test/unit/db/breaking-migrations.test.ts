import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Replicas of the version before serve on the new schema while they are replaced. */

const folder = join(import.meta.dirname, '../../../server/db/migrations')
const migrations = readdirSync(folder)
  .filter((name) => /^\d{3}-/.test(name))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

const takesAway = /\bdrop (?:table|column|view|function)\b|\.drop(?:Table|Column|Constraint|View)\(|rename|alterColumn/i
/** A unique index on a table that the same migration does not create. */
const isStricter = (text: string) => /\.unique\(\)/.test(text) && !/createTable|tenantTable\(/.test(text)
const mark = /^ \* (?:Not breaking|Breaking): \S/m

test('a migration that takes something away, or makes it stricter, says whether it breaks the version before', () => {
  const marked = migrations.filter(([, text]) => takesAway.test(text) || isStricter(text))
  expect(marked.length).toBeGreaterThanOrEqual(6)
  expect(marked.filter(([, text]) => !mark.test(text)).map(([name]) => name)).toEqual([])
})

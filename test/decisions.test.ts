import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The index of docs/decisions lists every record, and every link between documents leads to a file. */

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/decisions')
const records = readdirSync(folder).filter((name) => /^\d{3}-/.test(name))
const titleOf = (record: string) => /^# \d{3}:? (.+)/.exec(readFileSync(join(folder, record), 'utf8'))?.[1]

test('each record has one line in the index, with its title, a date and a status', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const links = String.raw`(?:\[\d{3}\]\(\S+\)(?:, )?)+`
  const line = new RegExp(
    String.raw`^\| \[\d{3}\]\(([^)]+)\) \| (.+) \| \d{4}-\d\d-\d\d \| (?:accepted(?:, amended by ${links})?|superseded by ${links}) \|$`,
    'gm',
  )
  const listed = [...index.matchAll(line)].map(([, record, title]) => ({ record, title }))
  expect(records.length).toBeGreaterThan(30)
  expect(listed).toEqual(records.sort().map((record) => ({ record, title: titleOf(record) })))
  expect(records.map((record) => record.slice(0, 3))).toEqual([...new Set(records.map((name) => name.slice(0, 3)))])
})

test('every relative link of a document leads to a file', () => {
  const pages = ['.', 'docs', 'docs/decisions', 'eval', 'clients/python', 'clients/typescript', 'examples']
    .flatMap((path) => readdirSync(join(root, path)).map((name) => ({ path, name })))
    .filter(({ name }) => name.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(50)
  const broken = pages.flatMap(({ path, name }) => {
    const text = readFileSync(join(root, path, name), 'utf8')
    return [...text.matchAll(/\]\((?!\w+:|#|\/)([^)#\s]+)/g)]
      .map(([, target]) => target!)
      .filter((target) => !existsSync(join(root, path, target)))
      .map((target) => `${join(path, name)}: ${target}`)
  })
  expect(broken).toEqual([])
})

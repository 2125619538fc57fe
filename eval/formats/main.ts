import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { readRules } from '../../server/builtin/rules.ts'
import { AppError } from '../../server/domain/errors.ts'
import type { ReadItem, SourceItem } from '../../server/domain/formats/format.ts'
import { type ReadFiles, readFiles, writeFormat } from '../../server/domain/formats/registry.ts'
import { kindOf } from '../../server/domain/kinds.ts'
import { normalizeStatement } from '../../server/domain/statement.ts'
import { categoryOf, isStorable } from '../../server/features/formats/found-items.ts'
import { openSources, sourcesFolder } from '../sources.ts'
import { type Group, groups } from './files.ts'

/**
 * Imports files of other people, exports what they held in the same format, and imports that again:
 * `node eval/formats/main.ts --sources DIR [--errors]`. With `--errors` each finding is listed with its file.
 */

interface Row {
  files: number
  /** Not in the clone, as the largest files of a partial one. */
  missing: number
  /** Refused, by sentence. */
  refused: number
  /** Files of another format than expected. */
  mistaken: number
  /** Statements that the format itself names, and rules that were read from its prose. */
  items: number
  rules: number
  /** What no statement may be: longer than a statement. */
  unstorable: number
  lost: number
  /** Texts of JSON and YAML that neither became something nor were listed as lost. */
  silent: number
  /** Items that the export, imported again, does not hold. */
  gone: number
}

const args = process.argv.slice(2)
const folder = sourcesFolder(args)
const sources = openSources(folder)
const showErrors = args.includes('--errors')
const findings = new Map<string, number>()

const bare = (text: string) => text.replace(/\s+/g, ' ').trim()
const keyOf = ({ statement }: ReadItem) => normalizeStatement(statement)

const table: Record<string, Row> = {}
for (const one of groups) {
  const listed = await sources.git(one.repository, 'ls-tree', '-r', '--name-only', one.commit)
  const paths = listed.split('\n').filter((path) => one.paths.test(path))
  const rows = await Promise.all(paths.map((path) => evaluate(one, path)))
  const sum = (key: keyof Row) => rows.reduce((total, row) => total + row[key], 0)
  table[`${one.format} ${one.repository}`] = Object.fromEntries(
    (
      ['files', 'missing', 'refused', 'mistaken', 'items', 'rules', 'unstorable', 'lost', 'silent', 'gone'] as const
    ).map((key) => [key, sum(key)]),
  ) as unknown as Row
}
console.table(table)
for (const [finding, count] of [...findings].toSorted(([, a], [, b]) => b - a))
  console.log(String(count).padStart(5), finding)

async function evaluate({ repository, commit, format, isNamed }: Group, path: string): Promise<Row> {
  const row = {
    files: 1,
    missing: 0,
    refused: 0,
    mistaken: 0,
    items: 0,
    rules: 0,
    unstorable: 0,
    lost: 0,
    silent: 0,
    gone: 0,
  }
  const note = (finding: string) => {
    const text = showErrors ? `${format} ${finding} — ${path}` : `${format} ${finding}`
    findings.set(text, (findings.get(text) ?? 0) + 1)
  }
  const content = await readBytes(repository, commit, path)
  if (content === undefined) return { ...row, missing: 1 }
  let reading: ReadFiles
  try {
    reading = readFiles([{ path, content, encoding: 'base64' }], isNamed ? format : undefined)
  } catch (error) {
    if (!(error instanceof AppError)) throw new Error(`${repository} ${path}`, { cause: error })
    note(`refused: ${error.message.replace(path, 'PATH')}`)
    return { ...row, refused: 1 }
  }
  if (reading.format !== format) {
    note(`taken for ${reading.format}`)
    row.mistaken = 1
  }
  const rules = readRules(reading.prose)
  row.items = reading.items.length
  row.rules = rules.length
  row.unstorable = reading.items.filter((item) => !isStorable(item)).length
  row.lost = reading.lost.length
  for (const { field } of reading.lost) note(`lost: ${field}`)
  const text = Buffer.from(content, 'base64').toString()
  for (const place of /\.(?:json|ya?ml|af)$/.test(path) ? silentPlaces(text, reading) : []) {
    row.silent++
    note(`silent: ${place}`)
  }
  const items = [...reading.items, ...rules].filter(isStorable)
  const held = new Set(again(reading.format, items).map(keyOf))
  for (const item of items) {
    if (held.has(keyOf(item))) continue
    row.gone++
    note('gone after a round trip')
  }
  return row
}

/** What is left of items that are exported and imported again. */
function again(format: ReadFiles['format'], items: readonly ReadItem[]): ReadItem[] {
  const at = '2026-11-01T00:00:00.000Z'
  const source = items.map((item, n): SourceItem => {
    const category = categoryOf(item)
    const [kind, statement] = [kindOf(category), normalizeStatement(item.statement)]
    const numbers = { display_order: n, n_count: 1, created_at: at, updated_at: at }
    const marks = {
      starred: item.starred ?? false,
      hidden: false,
      status: 'approved' as const,
      scope: 'agent' as const,
    }
    return { id: String(n), kind, category, statement, ...marks, ...numbers }
  })
  const profile = { name: 'Ada', description: null, job_title: null, location: null, timezone: null }
  const rest = {
    id: crypto.randomUUID(),
    slug: 'ada',
    identity_markers: [],
    avatar_url: null,
    created_at: at,
    updated_at: at,
  }
  const { files, lost } = writeFormat(format, { agent: { ...profile, ...rest }, items: source })
  // What the export itself reports is not gone silently.
  const told = source.filter(({ id }) => lost.some(({ item_id, field }) => item_id === id && field === 'statement'))
  return [...readFiles(files, format).items, ...told]
}

/** Texts of several words of a JSON or YAML file, as paths of keys, that are nowhere in what was read of it. */
function silentPlaces(text: string, { items, prose, profile, lost }: ReadFiles): string[] {
  const known = [prose, ...profile, ...items.map(({ statement }) => statement)].map(bare).join('\n')
  const fields = new Set(lost.map(({ field }) => field))
  const places = new Set<string>()
  const visit = (value: unknown, keys: string[]): void => {
    if (keys.some((key) => fields.has(key)) || fields.has(keys.join('.'))) return
    if (typeof value === 'string') {
      if (value.trim().split(/\s+/).length > 2 && !known.includes(bare(value))) places.add(keys.join('.'))
    } else if (value !== null && typeof value === 'object')
      for (const [key, entry] of Object.entries(value)) visit(entry, Array.isArray(value) ? keys : [...keys, key])
  }
  const value: unknown = parse(text, { uniqueKeys: false })
  visit(typeof value === 'string' ? parse(value) : value, [])
  return [...places]
}

async function readBytes(repository: string, commit: string, path: string): Promise<string | undefined> {
  const show = ['--git-dir', `${folder}/${repository}.git`, 'show', `${commit}:${path}`]
  const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const
  return promisify(execFile)('git', show, options).then(
    ({ stdout }) => stdout.toString('base64'),
    () => undefined,
  )
}

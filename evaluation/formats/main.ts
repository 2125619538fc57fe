import { parse } from 'yaml'
import { AppError } from '#core/base/errors.ts'
import type { ReadItem, SourceItem } from '#core/domain/formats/format.ts'
import { type ReadFiles, readFiles, writeFormat } from '#core/domain/formats/registry.ts'
import { kindOf } from '#core/domain/kinds.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { readRules } from '#reader/rules-files/rules.ts'
import { categoryOf, isStorable } from '../../server/features/formats/imported-items.ts'
import { type Mirrors, openMirrors } from '../mirrors.ts'
import { type Group, groups } from './files.ts'

const figures = [
  'files',
  /** Missing from the clone. */
  'missing',
  /** Refused with an error message. */
  'refused',
  /** Recognized as another format than expected. */
  'mistaken',
  /** Statements from fields of the format, and rules read from prose. */
  'items',
  'rules',
  /** Statements longer than the limit. */
  'unstorable',
  /** Fields listed as lost. */
  'lost',
  /** Texts of JSON and YAML that were neither imported nor listed. */
  'silent',
  /** Items that the export, imported again, neither holds nor lists as lost. */
  'gone',
] as const
type Row = Record<(typeof figures)[number], number>

/**
 * Imports files of other people, exports their content in the same format, and imports that again: `npm run eval --
 * formats --mirrors DIR`. With `--errors` each finding is listed with its file.
 */
export async function evaluateFormats(args: readonly string[]): Promise<void> {
  const mirrors = openMirrors(args)
  const findings = new Map<string, number>()
  const table: Record<string, Row> = {}
  for (const one of groups) {
    const listed = await mirrors.git(one.repository, 'ls-tree', '-r', '--name-only', one.commit)
    const row = emptyRow()
    for (const path of listed.split('\n').filter((path) => one.paths.test(path))) {
      const note = (finding: string) => {
        const text = `${one.format} ${finding}${args.includes('--errors') ? ` — ${path}` : ''}`
        findings.set(text, (findings.get(text) ?? 0) + 1)
      }
      const found = evaluate(one, path, await readBase64(mirrors, one, path), note)
      for (const figure of figures) row[figure] += found[figure]
    }
    table[`${one.format} ${one.repository}`] = row
  }
  console.table(table)
  for (const [finding, count] of [...findings].toSorted(([, a], [, b]) => b - a))
    console.log(String(count).padStart(5), finding)
}

const emptyRow = () => Object.fromEntries(figures.map((figure) => [figure, 0])) as Row

function evaluate(
  { format, isNamed }: Group,
  path: string,
  content: string | undefined,
  note: (finding: string) => void,
): Row {
  const row = { ...emptyRow(), files: 1 }
  if (content === undefined) return { ...row, missing: 1 }
  let reading: ReadFiles
  try {
    reading = readFiles([{ path, content, encoding: 'base64' }], isNamed ? format : undefined)
  } catch (error) {
    if (!(error instanceof AppError)) throw new Error(path, { cause: error })
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
  for (const keyPath of /\.(?:json|ya?ml|af)$/.test(path) ? silentPlaces(text, reading) : []) {
    row.silent++
    note(`silent: ${keyPath}`)
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

const keyOf = ({ statement }: ReadItem) => normalizeStatement(statement)

/** Compares items with themselves after an export and import. */
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
  // Losses that the export itself reports are not silent.
  const told = source.filter(({ id }) => lost.some(({ item_id, field }) => item_id === id && field === 'statement'))
  return [...readFiles(files, format).items, ...told]
}

/** Texts of several words of a JSON or YAML file, as paths of keys, that are missing from everything read of it. */
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

const bare = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A file in base64; undefined if the clone lacks it. */
const readBase64 = (mirrors: Mirrors, { repository, commit }: Group, path: string): Promise<string | undefined> =>
  mirrors.readBytes(repository, commit, path).then(
    (bytes) => bytes.toString('base64'),
    () => undefined,
  )

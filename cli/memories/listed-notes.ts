import { findMarker } from '#core/domain/formats/marker.ts'
import { readRules } from '#reader/rules-files/rules.ts'
import { findBlock } from '../files/identity-block.ts'
import { type Block, blocksOf } from './markdown-blocks.ts'
import type { Note } from './memory.ts'
import type { MemoryFile } from './memory-file.ts'

/** Reads files in which each item or paragraph is a note: those of Codex, `GEMINI.md`, a memory bank. */

/** Headings of sections that hold what a person wants, and those of sections about a task or a session. */
const preferenceHeading =
  /\b(?:preferences?|rules?|conventions?|feedback|instructions?|guidelines?|style|added memories|agreements?|dos? and don['’]?ts?)\b/i
const stateHeading =
  /\b(?:unfinished|in progress|to-?dos?|next(?: steps?)?|status|progress|done|completed|current|active|what['’]s in memory|sessions?|rollouts?|threads?|history|changelog|open (?:questions|issues)|blockers?)\b/i

/** A section about a task holds nothing else, a section of rules may have one of facts below it. */
const filedUnder = (headings: readonly string[]): Note['filedAs'] =>
  headings.some((text) => stateHeading.test(text))
    ? 'state'
    : preferenceHeading.test(headings.at(-1) ?? '')
      ? 'preference'
      : undefined

/** The note that a block of a file is. */
export const noteOf = (file: MemoryFile, { lines, text, headings, isTask }: Block): Note => ({
  file,
  line: lines[0] + 1,
  text,
  wordings: [],
  filedAs: isTask ? 'state' : filedUnder(headings),
  cuts: [{ file, lines }],
})

/** Files of a memory bank that are about the work at hand. */
const workFile = /(?:^|\/)(?:active-?context|progress|tasks?|changelog|current-[\w-]+)\.md$/i

/**
 * A repository's `memory-bank`: documents about the code, in which a sentence is a rule where
 * a rules file would have it.
 */
export const readMemoryBank = (files: readonly MemoryFile[]): Note[] =>
  files
    .filter(({ name }) => !workFile.test(name))
    .flatMap((file) => {
      const rules = readRules(file.text).map(({ quote, statement }) => onOneLine(quote ?? statement))
      const isRule = (text: string) => rules.some((rule) => text.includes(rule) || rule.includes(text))
      return blocksOf(file).map((block) => ({
        ...noteOf(file, block),
        ...(!isRule(onOneLine(block.text)) && { filedAs: 'knowledge' as const }),
      }))
    })

const onOneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^(?:[-*+]|\d+[.)]) /, '')
    .trim()

/** The heading below which older versions of Gemini CLI and Qwen Code noted what they were told to remember. */
const addedHeading = /^(?:Gemini|Qwen) Added Memories$/i

/** The notes below that heading in a file that is else a person's own. */
export const readAdded = (files: readonly MemoryFile[]): Note[] =>
  files.flatMap((file) =>
    blocksOf(file)
      .filter(({ headings }) => headings.some((text) => addedHeading.test(text)))
      .map((block) => noteOf(file, block)),
  )

/**
 * The file that Gemini CLI writes what it learns about the person into, and the person too. An
 * identity that stands in it was written by us.
 */
export const readPersonal = (files: readonly MemoryFile[]): Note[] =>
  files.flatMap((file) => {
    const block = findBlock(file.text)
    if (!block && findMarker(file.text)) return []
    const lineAt = (offset: number) => file.text.slice(0, offset).split('\n').length - 1
    const [from, to] = block ? [lineAt(block.start), lineAt(block.end)] : [0, 0]
    return blocksOf(file)
      .filter(({ lines }) => lines[1] <= from || lines[0] >= to)
      .map((each) => {
        const isAdded = each.headings.some((text) => addedHeading.test(text))
        return { ...noteOf(file, each), ...(!isAdded && { mayBeOwn: true as const }) }
      })
  })

const codexHeader = /^(thread_id|updated_at|cwd): *(.*)$/
const pointer = /^rollout_summaries\/|\bthread_id=/

/**
 * Codex: a summary that is loaded at each session, and accounts of sessions, which it writes again from a database.
 * They repeat the notes of the summary, and name the session and the folder.
 */
export const readCodex = (files: readonly MemoryFile[]): Note[] =>
  files.flatMap((file) => {
    const isAccount = !/^(?:memory_summary|MEMORY)\.md$/.test(file.name)
    const end = file.name.startsWith('rollout_summaries/') ? file.lines.findIndex((line) => line.trim() === '') : 0
    const header = new Map(
      file.lines.slice(0, Math.max(end, 0)).flatMap((line) => {
        const [, key, value] = codexHeader.exec(line.trim()) ?? []
        return key !== undefined && value ? [[key, value] as const] : []
      }),
    )
    return blocksOf(file, Math.max(end, 0))
      .filter(({ text }) => !pointer.test(text) && text !== 'v1')
      .map((block) => ({
        ...noteOf(file, block),
        at: header.get('updated_at'),
        session: header.get('thread_id'),
        project: header.get('cwd'),
        ...(isAccount && { cuts: [] }),
      }))
  })

/** Goose: blocks between empty lines; the first line may name tags. */
export const readGoose = (files: readonly MemoryFile[]): Note[] =>
  files.flatMap((file) =>
    paragraphsOf(file.lines).flatMap(([from, to]) => {
      const first = file.lines[from]!.startsWith('# ') ? from + 1 : from
      const text = file.lines
        .slice(first, to)
        .map((line) => line.trim())
        .join(' ')
      if (text === '') return []
      return [{ file, line: first + 1, text, wordings: [], cuts: [{ file, lines: [from, to] as const }] }]
    }),
  )

/** The first line of each paragraph and the one after its last. */
function paragraphsOf(lines: readonly string[]): [number, number][] {
  const found: [number, number][] = []
  let from = -1
  for (let at = 0; at <= lines.length; at++) {
    const isBlank = at === lines.length || lines[at]!.trim() === ''
    if (isBlank && from >= 0) found.push([from, at])
    from = isBlank ? -1 : from < 0 ? at : from
  }
  return found
}

import { posix } from 'node:path'
import { splitFrontMatter } from '#core/domain/text/front-matter.ts'
import { noteOf } from './listed-notes.ts'
import { type Block, blocksOf } from './markdown-blocks.ts'
import type { Cut, Note } from './memory.ts'
import type { MemoryFile } from './memory-file.ts'

/**
 * Reads a folder with one file for each note and an index `MEMORY.md` that repeats each in a line, as
 * Claude Code and Qwen Code keep it. The index of Gemini CLI, and of older versions, holds notes
 * itself, and names files with more beside it.
 */

/** A line of the index that leads to a file. */
interface Pointer {
  block: Block
  target: string
  /** The words of the line, without the link. */
  hook: string
}

const link = /\[([^\][]{0,300})\]\(([^()\s]{1,300}\.md)\)/

/** Words in a pointer, or at the beginning of a note, that tell that the file is about a task. */
const taskWords = /\b(?:half|partly|partially) done\b|\bunfinished\b|\bin progress\b|\bcontinue with\b/i
const taskLine = /^(?:\*\*)?(?:done|next|to-?do|left|remaining|open|status|blocked)\b(?:\*\*)?\s*:/i

export function readNotes(files: readonly MemoryFile[]): Note[] {
  const index = files.find(({ name }) => name === 'MEMORY.md')
  const notes = files.filter((file) => file !== index)
  const blocks = index ? blocksOf(index) : []
  const pointers = blocks.flatMap((block) => pointerOf(block) ?? [])
  const known = new Set(notes.map(({ name }) => name))
  return [
    ...notes.flatMap((file) =>
      readNote(
        file,
        pointers.filter(({ target }) => target === file.name),
        index,
      ),
    ),
    ...(index ? blocks.flatMap((block) => readIndexed(index, block, known)) : []),
  ]
}

function pointerOf(block: Block): Pointer | undefined {
  const [all, title, path] = link.exec(block.text) ?? []
  if (path === undefined || /^[a-z]+:/i.test(path)) return undefined
  const hook = block.text.replace(all!, '').replace(/^[\s\u2013\u2014:-]+/, '')
  return { block, target: posix.normalize(decoded(path)), hook: hook === '' ? title! : hook }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A line of the index that is a note itself, or is left of one: without its file, the tool still loads the line. */
function readIndexed(index: MemoryFile, block: Block, known: ReadonlySet<string>): Note[] {
  const pointer = pointerOf(block)
  if (!pointer) return [noteOf(index, block)]
  return known.has(pointer.target) ? [] : [{ ...noteOf(index, block), text: pointer.hook }]
}

const kinds: Record<string, Note['filedAs']> = {
  user: 'preference',
  feedback: 'preference',
  project: 'knowledge',
  reference: 'knowledge',
}

/** The lines after the note itself that say why it was made and when it applies. */
const explanation = /^\s*(?:[-*+]\s+)?\*\*(?:why|how to apply|when to apply|reason|context|example)s?\b/i

/** The blocks of a note, which are one memory when it has one block; else each item is one. */
function readNote(file: MemoryFile, pointers: readonly Pointer[], index: MemoryFile | undefined): Note[] {
  const { keys, bodyStart } = frontMatterOf(file)
  const whole: Cut[] = [{ file }, ...pointers.map(({ block }) => ({ file: index!, lines: block.lines }))]
  const end = file.lines.findIndex((line, at) => at >= bodyStart && explanation.test(line))
  const blocks = blocksOf(file, bodyStart, end < 0 ? undefined : end)
  const isTask = pointers.some(({ hook }) => taskWords.test(hook)) || blocks.some(({ text }) => taskLine.test(text))
  const description = keys.get('description')
  const shared = {
    wordings: [...(description ? [description] : []), ...pointers.map(({ hook }) => hook)],
    at: keys.get('modified'),
    session: keys.get('originsessionid'),
  }
  const filedAs = isTask ? 'state' : kinds[keys.get('type') ?? '']
  if (blocks.length === 0 && description !== undefined)
    return [{ ...shared, filedAs, file, line: 1, text: description, cuts: whole }]
  const isOne = blocks.length === 1
  return blocks.map((block) => {
    const note = noteOf(file, block)
    return {
      ...note,
      ...shared,
      filedAs: filedAs ?? note.filedAs,
      // The description is that of all blocks.
      wordings: isOne ? shared.wordings : [],
      cuts: isOne ? whole : note.cuts,
    }
  })
}

/** Keys of the front matter in lower case, whatever key they stand below, and the line behind it. */
function frontMatterOf({ text }: MemoryFile): { keys: Map<string, string>; bodyStart: number } {
  const plain = text.replaceAll('\r\n', '\n')
  const { frontMatter, body } = splitFrontMatter(plain)
  const keys = new Map(
    (frontMatter ?? '').split('\n').flatMap((line): [string, string][] => {
      const [, key, value] = /^\s*([A-Za-z_]+):\s*(\S.*)$/.exec(line) ?? []
      return key === undefined ? [] : [[key.toLowerCase(), value!.trim().replace(/^(["'])(.*)\1$/, '$2')]]
    }),
  )
  // The line that ends the front matter is not part of the body.
  return { keys, bodyStart: frontMatter === undefined ? 0 : plain.slice(0, -body.length).split('\n').length }
}

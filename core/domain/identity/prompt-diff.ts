import { createTwoFilesPatch, diffArrays } from 'diff'
import { fixedLines } from './prompt.ts'

/** A version of a prompt to compare. */
export interface VersionText {
  version: number
  text: string
}

/** A line of one of two prompts, with the heading that it stands under; null above the first. */
interface SectionLine {
  section: string | null
  text: string
}

export interface PromptDiff {
  added: SectionLine[]
  removed: SectionLine[]
  /** Lines that were reworded or emphasized. */
  changed: { section: string | null; before: string; after: string }[]
  /** A unified diff; empty for equal texts. */
  unified: string
}

/** The least share of words that a line has in common with the one that it was reworded to. */
const rewordedShare = 0.5

/** Compares the lines of two prompts (behavior: Prompt versions). A moved line is removed and added. */
export function diffPrompts(a: VersionText, b: VersionText): PromptDiff {
  const diff: PromptDiff = { added: [], removed: [], changed: [], unified: unifiedDiff(a, b) }
  let removed: SectionLine[] = []
  const flush = () => {
    diff.removed.push(...removed)
    removed = []
  }
  for (const part of diffArrays(linesOf(a.text), linesOf(b.text), { comparator: isSameLine })) {
    if (part.removed) removed = part.value
    else if (part.added)
      for (const line of part.value) {
        const at = removed.findIndex((other) => sharedWords(other.text, line.text) >= rewordedShare)
        const [before] = at < 0 ? [] : removed.splice(at, 1)
        if (before) diff.changed.push({ section: line.section, before: before.text, after: line.text })
        else diff.added.push(line)
      }
    if (!part.removed) flush()
  }
  flush()
  return diff
}

const unifiedDiff = (a: VersionText, b: VersionText) =>
  a.text === b.text ? '' : createTwoFilesPatch(`version ${a.version}`, `version ${b.version}`, a.text, b.text)

const isSameLine = (a: SectionLine, b: SectionLine) => a.text === b.text && a.section === b.section

/** The lines that say something, without their bullets: headings of sections, and what stands in every prompt, do not. */
function linesOf(text: string): SectionLine[] {
  let section: string | null = null
  return text.split('\n').flatMap((line) => {
    const heading = /^##+ (.*)$/.exec(line)?.[1]
    if (heading !== undefined) section = heading
    return heading !== undefined || line === '' || fixedLines.has(line)
      ? []
      : { section, text: line.replace(/^- /, '') }
  })
}

/** The share of words that two lines have in common. */
function sharedWords(a: string, b: string): number {
  const [first, second] = [a, b].map((line) => new Set(line.toLowerCase().match(/[\p{L}\p{N}]+/gu)))
  const shared = [...first!].filter((word) => second!.has(word)).length
  return (2 * shared) / (first!.size + second!.size || 1)
}

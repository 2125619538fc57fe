import { type Lost, type LostLines, lostText, maxLostLines } from '#core/domain/formats/format.ts'
import { sourceLines } from '#core/domain/formats/source-lines.ts'
import type { Rule } from '#core/domain/language.ts'
import { sanitize } from '#core/domain/text/untrusted-text.ts'
import type { LineNotes } from './line-notes.ts'
import { duplicateOf, isTakenBack, lostReasons, reasonOf } from './lost-reasons.ts'
import { lettersOrDigits } from './passage-text.ts'
import { parseRulesFile } from './rules-document.ts'
import { unsaidSentences } from './unsaid-sentences.ts'

const states = (line: string) => lettersOrDigits.test(line)

/**
 * Finds the lines of a rules file from which nothing was read, with a reason for each (behavior: Rules
 * import), whatever engine read it: a line was read if a rule quotes it. Headings, code blocks,
 * comments, front matter and decoration state nothing.
 *
 * @param text the file as it arrived; the last parameter is the file as it was parsed.
 */
export function readLostLines(
  text: string,
  rules: readonly Rule[],
  { text: clean, data, read } = parseRulesFile(sanitize(text)),
): LostLines {
  const list = new LostLineList()
  if (read === undefined) {
    list.rest(numbersOf(text, clean), clean.split('\n'), 0, lostReasons.program)
    return list
  }
  const { lines, notes } = read
  const numbers = data === undefined ? numbersOf(text, clean) : sourceLines(text, data.replace(/^- /gm, ''))
  const taken = takenLines(lines, notes, rules)
  const firstTaken = new Map([...taken].toReversed().map((at) => [bare(lines[at]!), at]))
  const unsaid = Map.groupBy(unsaidSentences(lines, taken, rules, bare), ({ at }) => at)
  for (const [at, line] of lines.entries()) {
    const note = notes.lines[at]
    if (note?.kind === 'silent' || !states(line)) continue
    const same = firstTaken.get(bare(line))
    if (taken.has(at)) {
      list.line_count++
      for (const { text } of unsaid.get(at) ?? []) list.line(numbers[at]!, text, reasonOf(text, note))
    } else list.line(numbers[at]!, line, same === undefined ? reasonOf(line, note) : duplicateOf(numbers[same]!))
  }
  if (data !== undefined) return list
  const all = clean.split('\n')
  list.rest(numbers, all, lines.length, lostReasons.beyond)
  const open = openComment(text, numbers[all.findLastIndex(states)] ?? 0)
  if (open !== undefined) list.rest(open.numbers, open.lines, 0, lostReasons.openComment)
  return list
}

class LostLineList implements LostLines {
  readonly lost: Lost[] = []
  lost_count = 0
  line_count = 0

  line(number: number, line: string, reason: string, count = 1) {
    this.lost_count += count
    this.line_count += count
    if (this.lost.length === maxLostLines) return
    this.lost.push({ item_id: null, field: 'text', reason, ...(number > 0 && { line: number }), text: lostText(line) })
  }

  /** All lines from one on, as one entry. */
  rest(numbers: readonly number[], lines: readonly string[], from: number, reason: string) {
    const first = lines.findIndex((line, at) => at >= from && states(line))
    if (first < 0) return
    const count = lines.slice(first).filter(states).length
    this.line(numbers[first]!, lines[first]!, `${reason}, and so are the lines after it`, count)
  }
}

/** Compares lines without their bullets and punctuation. */
const bare = (line: string) =>
  line
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The numbers of the lines in the file as it arrived; cleaning removes comments and replaces secrets. */
function numbersOf(text: string, clean: string): number[] {
  const numbers = sourceLines(text, clean)
  let known = { at: -1, number: 0 }
  return numbers.map((number, at) => {
    if (number > 0) known = { at, number }
    return known.number + at - known.at
  })
}

/** The number of characters by which a line is found in statements that were completed with it. */
const tellingLength = 30
/** A few words above a list are its heading. */
const isTitle = (line: string) => bare(line).split(' ').length <= 5

/** The indexes of the lines that rules quote, and of the lines that introduce them as a heading or in their words. */
function takenLines(lines: readonly string[], { lines: notes, leads }: LineNotes, rules: readonly Rule[]): Set<number> {
  const taken = new Set<number>()
  const quoted = rules.flatMap(({ quote = '' }) => quote.split('\n'))
  // A line that is repeated under "Superseded" is not the one that was read.
  const valid = lines.map((line, at) => (isTakenBack(notes[at]) ? '' : line))
  const found = sourceLines(valid.join('\n'), quoted.join('\n'))
  const others = quoted.filter((_, at) => found[at] === 0)
  for (const number of [...found, ...sourceLines(lines.join('\n'), others.join('\n'))])
    if (number > 0) taken.add(number - 1)
  const statements = rules.map(({ statement }) => bare(statement)).join('\n')
  for (const { lead, list } of leads.toReversed()) {
    if (!isTitle(lines[lead]!) && !statements.includes(bare(lines[lead]!).slice(0, tellingLength))) continue
    for (let at = list.from; at <= list.to && !taken.has(lead); at++) if (taken.has(at)) taken.add(lead)
  }
  return taken
}

/** Markdown hides everything after a comment that begins a line and never ends. */
function openComment(text: string, lastRead: number): { numbers: number[]; lines: string[] } | undefined {
  const lines = text.split(/\r\n?|\n/)
  const open = lines.findIndex((line, at) => at >= lastRead && line.startsWith('<!--'))
  if (open < 0 || lines.slice(open).join('\n').includes('-->')) return undefined
  return { numbers: lines.slice(open).map((_, at) => open + at + 1), lines: lines.slice(open) }
}

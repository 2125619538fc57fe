import { splitSentences } from '../sentences.ts'
import { readMood } from './mood.ts'
import { conditionOpener, emphasisOpener, limitPhrase } from './rule-words.ts'
import { whole } from './statement-shape.ts'

export interface Labeled {
  label: string
  text: string
}

/** Splits "Label: text" with a plain label of a few words, as in "Python tooling: use uv". */
export function plainLabel(text: string): { label?: string; text: string } {
  const match = /^([^:.!?;`\n]{2,60}):\s+(?=\S)/.exec(text)
  return match && match[1]!.split(' ').length <= 6 ? { label: match[1]!, text: text.slice(match[0].length) } : { text }
}

/** Labels of examples, not of instructions. */
const showingLabel =
  /^(?:usage|examples?|e\.g|output|results?|install(?:ation)?|quick ?start|demo|links?|see|source|author|licen[sc]e)$/i

/**
 * "Tests: run them before pushing" on a line of prose: the first part is a label only if the
 * rest is one rule by itself.
 */
function labeledRule(line: string): Labeled | undefined {
  const { label, text } = plainLabel(line)
  if (label === undefined || label.split(' ').length > 3 || emphasisOpener.test(line) || conditionOpener.test(label))
    return undefined
  if (showingLabel.test(label) || whole.has(readMood(label).form) || splitSentences(text).length > 1) return undefined
  return whole.has(readMood(text).form) || limitPhrase.test(text) ? { label, text } : undefined
}

/**
 * Splits the lines of a paragraph into runs, in order: each labeled rule is a run of its own,
 * the lines between are one.
 */
export function runsOf(lines: readonly string[]): (string[] | Labeled)[] {
  const runs: (string[] | Labeled)[] = []
  for (const line of lines) {
    const labeled = labeledRule(line)
    const last = runs.at(-1)
    if (labeled !== undefined) runs.push(labeled)
    else if (Array.isArray(last)) last.push(line)
    else runs.push([line])
  }
  return runs
}

/** The end of a line that continues on the next line, whatever that line looks like. */
const unfinished =
  /(?:,|\b(?:a|an|the|and|or|but|to|of|in|on|for|with|by|as|at|from|that|which|who|when|if|than|then|must|should|never|always|not|please|be|is|are|it|you|we|they|your|our|only|also))$/i

/** Whether each line of a paragraph is a rule: all are written without capitals, or each is a command. */
const isOneALine = (lines: readonly string[]) =>
  lines.length > 1 && (/^\s*\p{Ll}/u.test(lines[0]!) || lines.every((line) => whole.has(readMood(line).form)))

/** Splits a paragraph at lines that start a rule, as in prompts without Markdown, and joins wrapped lines. */
export function splitLines(text: string): string[] {
  const all = text.split('\n')
  const oneALine = isOneALine(all)
  const lines: string[] = []
  for (const line of all) {
    const previous = lines.at(-1)
    const commands = () => whole.has(readMood(line).form) || labeledRule(line) !== undefined
    const opens =
      previous === undefined ||
      // Scripts without spaces are not wrapped at words, so a line is a sentence.
      (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line) && /^\p{Lo}/u.test(previous)) ||
      (/^["'(]?\p{Lu}/u.test(line)
        ? /[.!?:;)"'`]$/.test(previous) || commands()
        : oneALine && !unfinished.test(previous) && commands())
    if (opens) lines.push(line.trim())
    else lines[lines.length - 1] = `${previous} ${line.trim()}`
  }
  return lines.filter((line) => line !== '')
}

import { splitSentences } from '../sentences.ts'
import { readMood } from './mood.ts'
import { conditionOpener, emphasisOpener, limitPhrase } from './rule-words.ts'
import { whole } from './statement-shape.ts'

export interface Labeled {
  label: string
  text: string
}

/** "Label: text" with a plain label of a few words, as in "Python tooling: use uv". */
export function plainLabel(text: string): { label?: string; text: string } {
  const match = /^([^:.!?;`\n]{2,60}):\s+(?=\S)/.exec(text)
  return match && match[1]!.split(' ').length <= 6 ? { label: match[1]!, text: text.slice(match[0].length) } : { text }
}

/** Labels of what is shown rather than demanded. */
const showingLabel =
  /^(?:usage|examples?|e\.g|output|results?|install(?:ation)?|quick ?start|demo|links?|see|source|author|licen[sc]e)$/i

/** "Tests: run them before pushing" on a line of prose: a label only where what follows is one rule by itself. */
function labeledRule(line: string): Labeled | undefined {
  const { label, text } = plainLabel(line)
  if (label === undefined || label.split(' ').length > 3 || emphasisOpener.test(line) || conditionOpener.test(label))
    return undefined
  if (showingLabel.test(label) || whole.has(readMood(label).form) || splitSentences(text).length > 1) return undefined
  return whole.has(readMood(text).form) || limitPhrase.test(text) ? { label, text } : undefined
}

/** Lines of a paragraph in order: those that are rules under a label each alone, those between together. */
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

/** The end of a line that goes on below, whatever the next line looks like. */
const unfinished =
  /(?:,|\b(?:a|an|the|and|or|but|to|of|in|on|for|with|by|as|at|from|that|which|who|when|if|than|then|must|should|never|always|not|please|be|is|are|it|you|we|they|your|our|only|also))$/i

/** Whether the lines of a paragraph are rules, one a line: written without capitals, or each a command. */
const isOneALine = (lines: readonly string[]) =>
  lines.length > 1 && (/^\s*\p{Ll}/u.test(lines[0]!) || lines.every((line) => whole.has(readMood(line).form)))

/** Lines of one paragraph that open rules of their own, as in prompts without markdown; wrapped lines are joined. */
export function splitLines(text: string): string[] {
  const all = text.split('\n')
  const oneALine = isOneALine(all)
  const lines: string[] = []
  for (const line of all) {
    const previous = lines.at(-1)
    const commands = () => whole.has(readMood(line).form) || labeledRule(line) !== undefined
    const opens =
      previous === undefined ||
      // Scripts without spaces are not broken at words, so a line is a sentence.
      (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line) && /^\p{Lo}/u.test(previous)) ||
      (/^["'(]?\p{Lu}/u.test(line)
        ? /[.!?:;)"'`]$/.test(previous) || commands()
        : oneALine && !unfinished.test(previous) && commands())
    if (opens) lines.push(line.trim())
    else lines[lines.length - 1] = `${previous} ${line.trim()}`
  }
  return lines.filter((line) => line !== '')
}

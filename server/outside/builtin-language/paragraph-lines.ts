import { readMood } from './mood.ts'
import { whole } from './statement-shape.ts'

/** "Label: text" with a plain label of a few words, as in "Python tooling: use uv". */
export function plainLabel(text: string): { label?: string; text: string } {
  const match = /^([^:.!?;`\n]{2,60}):\s+(?=\S)/.exec(text)
  return match && match[1]!.split(' ').length <= 6 ? { label: match[1]!, text: text.slice(match[0].length) } : { text }
}

/** Lines of one paragraph that open rules of their own, as in prompts without markdown; wrapped lines are joined. */
export function splitLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const previous = lines.at(-1)
    const opens =
      /^["'(]?\p{Lu}/u.test(line) &&
      (previous === undefined || /[.!?:;)"'`]$/.test(previous) || whole.has(readMood(line).form))
    if (previous === undefined || opens) lines.push(line.trim())
    else lines[lines.length - 1] = `${previous} ${line.trim()}`
  }
  return lines.filter((line) => line !== '')
}

import type { Code, RootContent } from 'mdast'
import { splitSentences } from '../sentences.ts'
import type { Wording } from './passage-text.ts'

const shell = /^(?:ba|z|fi|power)?sh|^shell|^console|^text|^plain/i
const commandPrompt = /^\s*(?:[$>%]\s+)?/
const maxCommands = 6
const maxCommandLength = 80
/** Words that make a line before commands a rule: without them it describes the commands. */
const demands =
  /\b(?:before|after|always|must|should|every|each|whenever|when|if|never|do not|don['\u2019]t|ensure|make sure|required|otherwise|only)\b/i

/**
 * Joins a line with the commands of the code block that it introduces: "Before committing:" alone demands nothing.
 * Undefined if the line only describes the commands.
 */
export function withCommands(wording: Wording, next: RootContent | undefined): Wording | undefined {
  const text = wording.text.trimEnd()
  if (next?.type !== 'code' || !text.endsWith(':') || (next.lang && !shell.test(next.lang))) return wording
  const last = splitSentences(text).at(-1) ?? ''
  if (!demands.test(last)) {
    const before = text.slice(0, text.length - last.length).trim()
    return before === '' && wording.label === undefined ? undefined : { ...wording, text: before }
  }
  const commands = commandsOf(next)
  return commands.length === 0 ? wording : { ...wording, text: `${text} ${commands.join(', ')}` }
}

/** The commands of a code block, if they are few and short, each as inline code. */
function commandsOf({ value }: Code): string[] {
  const lines = value
    .slice(0, maxCommands * 4 * maxCommandLength)
    .split('\n')
    .map((line) =>
      line
        .replace(commandPrompt, '')
        .replace(/(?<!\s)\s+#\s.*$/, '')
        .trim(),
    )
    .filter((line) => line !== '' && !line.startsWith('#'))
  return lines.length > maxCommands || lines.some((line) => line.length > maxCommandLength || line.includes('`'))
    ? []
    : lines.map((line) => `\`${line}\``)
}

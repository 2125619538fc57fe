import { homedir } from 'node:os'
import { join, relative, sep } from 'node:path'

/**
 * Prints all output of commands. Names, statements and errors come from a service and from files of others, and could
 * move the cursor, retitle the window or hide text: every sequence that a terminal would obey is escaped.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const obeyed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/g

/** Escapes control characters and bidirectional overrides as `\u001b`; line breaks and tabs stay. */
export const visible = (text: string): string =>
  text.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Escapes line breaks and tabs too, for one line of several that a command prints. */
export const visibleLine = (text: string): string =>
  visible(text).replace(/[\r\n\t]+/g, (breaks) => JSON.stringify(breaks).slice(1, -1))

/** Prints the result of a command: as JSON with `--json`, otherwise as lines. */
export function print(options: { json?: boolean }, value: unknown, lines: () => string | string[]): void {
  // In JSON the escape is equivalent to the character.
  const text = options.json ? JSON.stringify(value, null, 2) : [lines()].flat().join('\n')
  if (text !== '') console.log(visible(text))
}

/** Prints a sentence for people on standard error, so that standard output holds only the result. */
export const printNote = (text: string): void => console.error(visible(text))

/** Aligns the columns of rows. */
export function table(rows: string[][]): string[] {
  const shown = rows.map((row) => row.map(visibleLine))
  const widths = (shown[0] ?? []).map((_, column) =>
    shown.reduce((most, row) => Math.max(most, row[column]!.length), 0),
  )
  return shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** `1 agent`, `2 agents`. */
export const pluralize = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Quotes a path or address as one word of a command that people copy into a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${visibleLine(text).replaceAll("'", "'\\''")}'`

export const nameList = (names: string[]): string => new Intl.ListFormat('en').format(names)

/** A path as people write it: relative to the working directory, or to the home folder. */
export function shortPath(file: string): string {
  const within = relative(process.cwd(), file)
  const short =
    within.startsWith('..') && file.startsWith(`${homedir()}${sep}`) ? join('~', relative(homedir(), file)) : within
  return shellWord(short)
}

/** For commands that run for long or move files: each event they print is one line. */
export const jsonLinesOption = ['--json', 'print JSON lines, errors too'] as const

/** Prints an event of such a command: as a line of JSON with `--json`, otherwise as sentences. */
export function printLine(options: { json?: boolean }, value: unknown, sentences: () => string): void {
  console.log(visible(options.json ? JSON.stringify(value) : sentences()))
}

/** Prints an error on standard error: `{"error": …}` with `--json`, otherwise the sentence after `prefix`. */
export const formatError = (message: string, prefix = ''): string =>
  visible(process.argv.includes('--json') ? JSON.stringify({ error: message }) : `${prefix}${message}`)

/** Prints why a command cannot continue, and ends the process with status 1. */
export function fail(message: string, prefix?: string): never {
  console.error(formatError(message, prefix))
  process.exit(1)
}

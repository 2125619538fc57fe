/**
 * Everything that commands print. Names, statements and errors come from a service and from files of others, and could move
 * the cursor, retitle the window or hide text: what a terminal would obey is shown as an escape instead.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const obeyed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/g

/** The text with control characters and bidirectional overrides as `\u001b`; line breaks and tabs stay. */
export const visible = (text: string): string =>
  text.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The same within one line of several that a command makes. */
export const visibleLine = (text: string): string =>
  visible(text).replace(/[\r\n\t]+/g, (breaks) => JSON.stringify(breaks).slice(1, -1))

/** Prints what a command found: as JSON with `--json`, otherwise as lines. */
export function print(options: { json?: boolean }, value: unknown, lines: () => string | string[]): void {
  // In JSON the escape means the character.
  const text = options.json ? JSON.stringify(value, null, 2) : [lines()].flat().join('\n')
  if (text !== '') console.log(visible(text))
}

/** Prints a sentence for people on standard error, so that standard output stays the result. */
export const printNote = (text: string): void => console.error(visible(text))

/** Rows whose columns stand below each other. */
export function table(rows: string[][]): string[] {
  const shown = rows.map((row) => row.map(visibleLine))
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => row[column]!.length)))
  return shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** `1 agent`, `2 agents`. */
export const pluralize = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** A path or address as one word of a command that people copy into a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${visibleLine(text).replaceAll("'", "'\\''")}'`

/** For commands that run for long or move files: each thing they print is one line. */
export const jsonLinesOption = ['--json', 'print JSON lines, errors too'] as const

/** Prints what such a command did: as a line of JSON with `--json`, otherwise as sentences. */
export function printLine(options: { json?: boolean }, value: unknown, sentences: () => string): void {
  console.log(visible(options.json ? JSON.stringify(value) : sentences()))
}

/** An error on standard error: `{"error": …}` with `--json`, otherwise the sentence after `prefix`. */
export const formatError = (message: string, prefix = ''): string =>
  visible(process.argv.includes('--json') ? JSON.stringify({ error: message }) : `${prefix}${message}`)

/** Prints why a command cannot go on, and ends the process with status 1. */
export function fail(message: string, prefix?: string): never {
  console.error(formatError(message, prefix))
  process.exit(1)
}

import { readYaml } from '#core/base/yaml.ts'

/** Finds the block of keys at the beginning of a Markdown file, in the variants that people write. */

const maxFrontMatterLength = 16_000
const limits = { depth: 32, values: 10_000, aliases: 0 }

/** Some files lack the line that closes the front matter; then it ends before the first heading or blank line. */
export function splitFrontMatter(text: string): { frontMatter?: string; body: string } {
  if (!/^---[ \t]*\n/.test(text)) return { body: text }
  const start = text.indexOf('\n') + 1
  const window = text.slice(start, start + maxFrontMatterLength)
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(window) ?? /^(?=#)|^[ \t]*$/m.exec(window)
  if (!end || !isMapping(window.slice(0, end.index))) return { body: text }
  return { frontMatter: window.slice(0, end.index), body: text.slice(start + end.index + end[0].length) }
}

/** Removes the front matter but keeps its line ends, so that every other line stays at its number. */
export function withoutFrontMatter(text: string): string {
  const { body } = splitFrontMatter(text)
  return text.slice(0, text.length - body.length).replace(/[^\n]/g, '') + body
}

/** Text between two rules is only front matter if it names keys; an empty block makes no difference. */
const isMapping = (text: string) => {
  const keys = Object.keys(readMapping(text) ?? {})
  // "Always weigh the parcel: twice on Mondays" is a sentence.
  if (keys.length > 0) return keys.some((key) => !/\s/.test(key))
  return text.trim() === '' || readMapping(text) !== undefined || /^[A-Za-z][\w-]*:(?:[ \t]|$)/.test(text.trimStart())
}

/** The non-empty keys as written. */
export const usedKeys = (text: string): string[] =>
  Object.entries(readMapping(text) ?? readLines(text)).flatMap(([key, entry]) =>
    entry === '' || entry === null || (typeof entry === 'object' && Object.keys(entry).length === 0) ? [] : [key],
  )

/** The keys with string values, in lower case; lists and other types are not needed here. */
export function readFrontMatter(text: string): Map<string, string> {
  return new Map(
    Object.entries(readMapping(text) ?? readLines(text)).flatMap(([key, entry]): [string, string][] => {
      const words = typeof entry === 'string' ? entry.replace(/\s+/g, ' ').trim() : ''
      return words === '' ? [] : [[key.toLowerCase(), words]]
    }),
  )
}

/** Parses the text as a mapping; undefined for anything else. */
function readMapping(text: string): object | undefined {
  const read = readYaml(text, limits, { schema: 'failsafe' })
  const value = 'value' in read ? read.value : undefined
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined
}

/** `key: any text`, with indented continuation lines; most invalid YAML is a description that contains `: `. */
function readLines(text: string): Record<string, string> {
  const entries: [string, string[]][] = []
  for (const line of text.split('\n')) {
    const [, key, rest] = /^([A-Za-z][\w-]*):(?:[ \t](.*))?$/.exec(line) ?? []
    if (key !== undefined) entries.push([key, [unquoted(rest ?? '')]])
    else if (line.trim() !== '') entries.at(-1)?.[1].push(line.trim())
  }
  return Object.fromEntries(
    entries.map(([key, lines]) => [key, lines.length === 1 ? lines[0]! : lines.join(' ').trim()]),
  )
}

const unquoted = (text: string) =>
  text
    .trim()
    .replace(/^[>|][+-]?$/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .replaceAll('\\n', ' ')

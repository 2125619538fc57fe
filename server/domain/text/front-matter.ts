import { parseDocument } from 'yaml'

/** The block of keys at the beginning of a Markdown file, in the several ways in which people write it. */

const maxFrontMatterLength = 16_000

/** Some files lack the line that closes the front matter; then it ends before the first heading or blank line. */
export function splitFrontMatter(text: string): { frontMatter?: string; body: string } {
  if (!/^---[ \t]*\n/.test(text)) return { body: text }
  const start = text.indexOf('\n') + 1
  const window = text.slice(start, start + maxFrontMatterLength)
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(window) ?? /^(?=#)|^[ \t]*$/m.exec(window)
  if (!end || !isMapping(window.slice(0, end.index))) return { body: text }
  return { frontMatter: window.slice(0, end.index), body: text.slice(start + end.index + end[0].length) }
}

/** How many lines at the beginning are front matter, with the lines that open and close it. */
export function frontMatterLines(lines: readonly string[]): number {
  const text = lines.join('\n')
  const { frontMatter, body } = splitFrontMatter(text)
  return frontMatter === undefined ? 0 : text.slice(0, text.length - body.length).split('\n').length
}

/** Text between two rules is no front matter unless it names keys; nothing at all between them is none that matters. */
const isMapping = (text: string) =>
  text.trim() === '' || readYaml(text) !== undefined || /^[A-Za-z][\w-]*:(?:[ \t]|$)/.test(text.trimStart())

/** The keys as they are written that hold anything. */
export const usedKeys = (text: string): string[] =>
  Object.entries(readYaml(text) ?? readLines(text)).flatMap(([key, entry]) =>
    entry === '' || entry === null || (typeof entry === 'object' && Object.keys(entry).length === 0) ? [] : [key],
  )

/** The keys with texts, lower case; lists and other shapes say nothing that is needed here. */
export function readFrontMatter(text: string): Map<string, string> {
  return new Map(
    Object.entries(readYaml(text) ?? readLines(text)).flatMap(([key, entry]): [string, string][] => {
      const words = typeof entry === 'string' ? entry.replace(/\s+/g, ' ').trim() : ''
      return words === '' ? [] : [[key.toLowerCase(), words]]
    }),
  )
}

/** The mapping that the text is; undefined for anything else. Aliases, which may grow without end, are refused. */
function readYaml(text: string): object | undefined {
  const document = parseDocument(text, { logLevel: 'silent', schema: 'failsafe', uniqueKeys: false })
  if (document.errors.length > 0) return undefined
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `key: whatever follows`, with indented lines that go on; most invalid YAML is a description that holds `: `. */
function readLines(text: string): Record<string, string> {
  const entries: [string, string][] = []
  for (const line of text.split('\n')) {
    const [, key, rest] = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/.exec(line) ?? []
    const last = entries.at(-1)
    if (key !== undefined) entries.push([key, unquoted(rest ?? '')])
    else if (last && line.trim() !== '') last[1] = `${last[1]} ${line.trim()}`.trim()
  }
  return Object.fromEntries(entries)
}

const unquoted = (text: string) =>
  text
    .trim()
    .replace(/^[>|][+-]?$/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .replaceAll('\\n', ' ')

import { parseDocument } from 'yaml'
import { nameOfPath } from '../../domain/definition-files.ts'

/** A published agent definition: front matter and markdown, in the several ways in which people write them. */
export interface AgentDefinition {
  name: string
  description: string | null
  /** Without the front matter. */
  body: string
}

const maxFrontMatterLength = 16_000
const maxNameLength = 200
const maxDescriptionLength = 2000

/**
 * Reads a definition whose text is cleaned. Front matter that is not valid YAML is read line by line; without front
 * matter the first heading names the agent and the first paragraph describes it.
 *
 * @returns undefined when `certain` is false and no front matter names and describes an agent: then the file is
 * something else.
 */
export function readDefinition(path: string, text: string, certain: boolean): AgentDefinition | undefined {
  const { frontMatter, body } = splitFrontMatter(dedent(text))
  const keys = frontMatter === undefined ? new Map<string, string>() : readFrontMatter(frontMatter)
  const name = keys.get('name')
  const description = keys.get('description')
  if (!certain && (name === undefined || description === undefined)) return undefined
  return {
    name: (name ?? headingOf(body) ?? nameOfPath(path)).slice(0, maxNameLength),
    description: (description ?? paragraphOf(body))?.slice(0, maxDescriptionLength) ?? null,
    body: body.trim(),
  }
}

/** The text without the whitespace that all its lines begin with. */
function dedent(text: string): string {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length)
  const indent = indents.length === 0 ? 0 : indents.reduce((a, b) => Math.min(a, b))
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .trim()
}

/** Some files lack the line that closes the front matter; then it ends before the first heading or blank line. */
function splitFrontMatter(text: string): { frontMatter?: string; body: string } {
  if (!/^---[ \t]*\n/.test(text)) return { body: text }
  const start = text.indexOf('\n') + 1
  const window = text.slice(start, start + maxFrontMatterLength)
  const end = /^(?:---|\.\.\.)[ \t]*$/m.exec(window) ?? /^(?=#)|^[ \t]*$/m.exec(window)
  if (!end) return { body: text }
  return { frontMatter: window.slice(0, end.index), body: text.slice(start + end.index + end[0].length) }
}

/** The keys with texts, lower case; lists and other shapes say nothing that is needed here. */
function readFrontMatter(text: string): Map<string, string> {
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

/** Of bounded length, since the end of a hostile one is looked for at each of its number signs. */
const headingOf = (body: string) => /^#[ \t]{1,20}(\S.{0,300})/m.exec(body)?.[1]?.replace(/[ \t#]+$/, '')

const paragraphOf = (body: string) =>
  body
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .find((block) => /^[\p{L}*_"]/u.test(block))
    ?.replace(/\s+/g, ' ')

import { parse as readToml } from 'smol-toml'
import { readYaml } from '#core/base/yaml.ts'
import { isFields, parseJson } from '../json-text.ts'
import { personaHeading } from './heading-words.ts'

/** Data nested deeper are not rules. */
const maxDepth = 12
/** A file with more texts and keys is a data set; the Markdown parser takes 0.2 ms for each (measured). */
const maxEntries = 2000
/** In characters; the YAML parser takes up to 7 ms per thousand (measured). */
const maxYamlLength = 64 * 1024
const yamlLimits = { depth: 32, values: 20_000, aliases: 0 }
const deepestHeading = 6

/** Keys that are unrelated to the text that they hold. */
const carriers = new Set(
  'description text content statement value body instruction instructions prompt message detail details summary rule'.split(
    ' ',
  ),
)
/** Keys whose text is a title of their siblings. */
const titles = new Set('name title id slug label key category topic section kind group'.split(' '))
/** Keys whose text is about the rule, not the rule. */
const asides = new Set(
  `$schema version type severity priority level tags author date url path file files glob globs lang language reason
  rationale why source example examples license`.split(/\s+/),
)

/**
 * Converts the rules of a JSON, TOML or YAML file to Markdown: texts become list items, under headings made of the keys
 * above them. Undefined for any other text; a Markdown list or a paragraph that is also valid YAML is left alone.
 */
export function markdownOfData(text: string): string | undefined {
  const data = parseJson(text) ?? parseToml(text) ?? parseYaml(text)
  if (data === undefined) return undefined
  const writer = new Writer()
  writer.write(data, 1)
  return writer.lines.join('\n')
}

/** Headings for a persona's keys, by their meaning; two of these keys in one object make it a persona. */
const personaHeadings: Readonly<Record<string, string>> = {
  bio: personaHeading,
  lore: personaHeading,
  backstory: personaHeading,
  personality: personaHeading,
  persona: personaHeading,
  background: personaHeading,
  style: 'Voice',
  tone: 'Voice',
  voice: 'Voice',
  speech: 'Voice',
  avoid: 'Avoid',
  dislikes: 'Avoid',
  goal: 'Goal',
}
/** Keys of adjectives: "Be curious, warm". */
const traits = new Set('adjectives traits mood moods'.split(' '))
/** Keys of a persona's example lines and topics, which are not rules. */
const personaAsides =
  /^(?:message_?examples|post_?examples|example_?(?:dialogues?|messages?)|topics|knowledge|people|clients|plugins|settings|model_?provider|first_?mes(?:sage)?|greetings?|role)$/i

class Writer {
  readonly lines: string[] = []
  left = maxEntries

  write(value: unknown, depth: number) {
    if (this.left <= 0 || depth > maxDepth) return
    if (typeof value === 'string') this.text(value.trim())
    else if (Array.isArray(value)) for (const each of value) this.write(each, Array.isArray(each) ? depth + 1 : depth)
    else if (typeof value === 'object' && value !== null) this.fields(value, depth)
  }

  fields(value: object, depth: number) {
    const entries = Object.entries(value)
      .slice(0, this.left)
      .filter(([key]) => !asides.has(key.toLowerCase()))
    const keys = Object.keys(value).map((key) => key.toLowerCase())
    if (keys.filter((key) => key in personaHeadings || traits.has(key)).length > 1) {
      this.persona(value, depth)
      return
    }
    const isTitle = ([key, text]: [string, unknown]) => typeof text === 'string' && titles.has(key.toLowerCase())
    const title = entries.find(isTitle)?.[1]
    if (title !== undefined) this.heading(title, depth)
    const inner = title === undefined ? depth : depth + 1
    const rest = entries.filter((entry) => !isTitle(entry))
    // Texts without a key come first, so that they do not end up under a sibling's heading.
    for (const [key, each] of rest) if (carriers.has(key.toLowerCase())) this.write(each, inner)
    for (const [key, each] of rest) {
      if (carriers.has(key.toLowerCase())) continue
      this.heading(key, inner)
      this.write(each, inner + 1)
    }
  }

  /** Writes a persona's own keys under headings that express their meaning. */
  persona(value: object, depth: number) {
    for (const [key, each] of Object.entries(value).slice(0, this.left)) {
      const name = key.toLowerCase()
      if (asides.has(name) || titles.has(name) || personaAsides.test(name)) continue
      const words = traits.has(name) ? [each].flat().filter((word) => typeof word === 'string') : []
      this.heading(traits.has(name) ? 'Voice' : (personaHeadings[name] ?? key), depth)
      if (words.length > 0) this.text(`Be ${words.join(', ')}`)
      else if (personaHeadings[name] === 'Voice' && isFields(each) && !Array.isArray(each))
        for (const part of Object.values(each)) this.write(part, depth + 1)
      else this.write(each, depth + 1)
    }
  }

  /** The first level would be the title of the document. */
  heading(key: string, depth: number) {
    const words = key.replace(/[_\s-]+/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    this.put('', `${'#'.repeat(Math.min(depth + 1, deepestHeading))} ${words}`, '')
  }

  /** A longer text keeps its own structure. */
  text(quoted: string) {
    const text = quoted.replace(/^"([^"]*)"$/, '$1')
    if (text === '') return
    if (text.includes('\n')) this.put('', text, '')
    else this.put(`- ${text.replaceAll('```', '`')}`)
  }

  put(...lines: string[]) {
    this.left--
    this.lines.push(...lines)
  }
}

/** The first line of a TOML file: a table or a key. In Markdown, text follows links and lists in brackets. */
const tomlStart = /^(?:\[{1,2}[\w."' -]{1,80}\]{1,2}\s*(?:#|$)|[\w."-]{1,80}\s*=\s*\S)/

function parseToml(text: string): unknown {
  if (text.length > maxYamlLength) return undefined
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'))
  if (first === undefined || !tomlStart.test(first)) return undefined
  try {
    return readToml(text, { maxDepth })
  } catch {
    return undefined
  }
}

/** A line that YAML allows: a comment, `key: value`, an entry, or an indented continuation. Prose has other lines. */
const yamlLine = /^(?:#|\s|- |-$|["']?[\w$.-]{1,60}["']?:(?:\s|$))|^$/
/** A key inside a list or another key, which a Markdown list does not have. */
const nestedKey = /^(?:\s+(?:- )?|- )["']?[\w$.-]{1,60}["']?:(?:\s|$)/
const maxLineLength = 4000

function parseYaml(text: string): unknown {
  if (text.length > maxYamlLength) return undefined
  const lines = text
    .trim()
    .replace(/^---[ \t]*\r?\n/, '')
    .split(/\r?\n/)
  const isYaml =
    lines.every((line) => yamlLine.test(line) && line.length <= maxLineLength && !/^\s*(?:- ){3}/.test(line)) &&
    lines.some((line) => nestedKey.test(line)) &&
    !lines.some((line) => line.startsWith('##'))
  if (!isYaml) return undefined
  const read = readYaml(lines.join('\n'), yamlLimits, { schema: 'failsafe' })
  const value = 'value' in read ? read.value : undefined
  const entries = Array.isArray(value) ? value : [value]
  return entries.every((entry) => isFields(entry) && (!Array.isArray(value) || Object.keys(entry).length > 1))
    ? value
    : undefined
}

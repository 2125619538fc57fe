import { truncate } from '#core/base/strings.ts'
import { nameOfPath } from '#core/domain/sources/definition-files.ts'
import { readFrontMatter, splitFrontMatter } from '#core/domain/text/front-matter.ts'

/** A published agent definition: front matter and markdown, in the various common styles. */
export interface AgentDefinition {
  name: string
  description: string | null
  /** The text without the front matter. */
  body: string
}

const maxNameLength = 200
const maxDescriptionLength = 2000

/**
 * Reads a definition from cleaned text. Front matter that is not valid YAML is read line by line; without front matter
 * the first heading names the agent and the first paragraph describes it.
 *
 * @returns undefined when `certain` is false and the front matter lacks a name or a description: then the file is not a
 * definition.
 */
export function readDefinition(path: string, text: string, certain: boolean): AgentDefinition | undefined {
  const { frontMatter, body } = splitFrontMatter(dedent(text))
  const keys = frontMatter === undefined ? new Map<string, string>() : readFrontMatter(frontMatter)
  const name = keys.get('name')
  const ownDescription = keys.get('description')
  if (!certain && (name === undefined || ownDescription === undefined)) return undefined
  const description = ownDescription ?? paragraphOf(body)
  return {
    name: truncate(name ?? headingOf(body) ?? nameOfPath(path), maxNameLength),
    description: description === undefined ? null : truncate(description, maxDescriptionLength),
    body: body.trim(),
  }
}

/** Removes the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length)
  const indent = indents.length === 0 ? 0 : indents.reduce((a, b) => Math.min(a, b))
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .trim()
}

/**
 * Matches a limited length, since a hostile heading would otherwise be scanned to its end from
 * each of its number signs.
 */
const headingOf = (body: string) => /^#[ \t]{1,20}(\S.{0,300})/m.exec(body)?.[1]?.replace(/(?<![ \t#])[ \t#]+$/, '')

const paragraphOf = (body: string) =>
  body
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .find((block) => /^[\p{L}*_"]/u.test(block))
    ?.replace(/\s+/g, ' ')

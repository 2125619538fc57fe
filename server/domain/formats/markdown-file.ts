import { stringify } from 'yaml'
import { frontMatterKeys, readFrontMatter, splitFrontMatter } from '../front-matter.ts'
import { emptyReading, type FormatFile, notKept, type Reading } from './format.ts'
import { readSections } from './sections.ts'

/** Markdown files with front matter. */

/** Front matter with these keys; nothing without any. */
export const frontMatter = (keys: Record<string, unknown> = {}): string =>
  Object.keys(keys).length === 0 ? '' : `---\n${stringify(keys, { lineWidth: 0 })}---\n\n`

/** Keys that say who an agent is, or when its rules apply as they always do here. */
const meaningless = new Set(['name', 'description', 'alwaysapply', 'trigger'])

/** Any rules file: its Markdown, and what its front matter says besides. */
export function readMarkdownFile({ content }: FormatFile, isOurs: boolean): Reading {
  const { frontMatter = '', body } = splitFrontMatter(content.replace(/\r\n?/g, '\n'))
  const keys = frontMatterKeys(frontMatter).filter((key) => !meaningless.has(key.toLowerCase()))
  const reading = isOurs ? readSections(body) : { ...emptyReading(), prose: body }
  return { ...reading, lost: notKept(keys) }
}

/** The definition of an agent or a skill: its description is what it does. */
export function readDefinitionFile(file: FormatFile, isOurs: boolean): Reading {
  const reading = readMarkdownFile(file, isOurs)
  const { frontMatter = '' } = splitFrontMatter(file.content.replace(/\r\n?/g, '\n'))
  const statement = readFrontMatter(frontMatter).get('description')
  if (isOurs || statement === undefined) return reading
  return { ...reading, items: [{ statement, category: 'execution' }, ...reading.items] }
}

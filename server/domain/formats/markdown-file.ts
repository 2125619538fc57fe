import { stringify } from 'yaml'
import { readFrontMatter, splitFrontMatter, usedKeys } from '../text/front-matter.ts'
import { emptyReading, type FormatFile, type Lost, notKept, profileLost, type Reading } from './format.ts'
import { readSections } from './sections.ts'

/** Markdown files with front matter. */

/** Front matter with these keys; nothing without any. */
export const frontMatter = (keys: Record<string, unknown> = {}): string =>
  Object.keys(keys).length === 0 ? '' : `---\n${stringify(keys, { lineWidth: 0 })}---\n\n`

/** Any rules file: its Markdown, and what its front matter says besides. */
export function readMarkdownFile({ content }: FormatFile, isOurs: boolean): Reading {
  const { frontMatter = '', body } = splitFrontMatter(content.replace(/\r\n?/g, '\n'))
  const texts = readFrontMatter(frontMatter)
  const applies = ['alwaysApply', 'trigger'].filter((key) => isAlways.has(texts.get(key.toLowerCase()) ?? ''))
  if (!isOurs) {
    const lost = notKept(usedKeys(frontMatter).filter((key) => !applies.includes(key)))
    return { ...emptyReading(), prose: body, lost }
  }
  const kept = ['name', 'description']
  const profile = kept.flatMap((key) => (texts.has(key) ? [`${key}: ${texts.get(key)}`] : []))
  const reading = readSections(body)
  const others = usedKeys(frontMatter).filter((key) => !kept.includes(key) && !applies.includes(key))
  return { ...reading, profile: [...profile, ...reading.profile], lost: notKept(others) }
}

/** Rules apply always here. */
const isAlways = new Set(['true', 'always_on'])

/** The definition of an agent or a skill: its description is what it does. */
export function readDefinitionFile(file: FormatFile, isOurs: boolean): Reading {
  const reading = readMarkdownFile(file, isOurs)
  if (isOurs) return reading
  const { frontMatter = '' } = splitFrontMatter(file.content.replace(/\r\n?/g, '\n'))
  const texts = readFrontMatter(frontMatter)
  const [statement, name] = [texts.get('description'), texts.get('name')]
  const lost: Lost[] = reading.lost.filter(({ field }) => field !== 'name' && field !== 'description')
  return {
    ...reading,
    items: statement === undefined ? [] : [{ statement, category: 'execution' }],
    lost: [...profileLost({ name }), ...lost],
  }
}

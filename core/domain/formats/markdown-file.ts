import { readFrontMatter, splitFrontMatter, usedKeys } from '../text/front-matter.ts'
import { linesOutsideCode } from '../text/outside-code.ts'
import { emptyReading, type FormatFile, type Lost, lostText, notKept, profileLost, type Reading } from './format.ts'
import { withoutCallers, withoutOccasions } from './occasions.ts'
import { readSections } from './sections.ts'
import { yamlOf } from './yaml-text.ts'

/** Reads and writes Markdown files with front matter. */

/** Front matter with these keys; empty if there are none. */
export const frontMatter = (keys: Record<string, unknown> = {}): string =>
  Object.keys(keys).length === 0 ? '' : `---\n${yamlOf(keys)}---\n\n`

/** Any rules file: its Markdown, and the keys of its front matter. */
export function readMarkdownFile({ content }: FormatFile, isOurs: boolean): Reading {
  const { frontMatter = '', body } = splitFrontMatter(content.replace(/\r\n?/g, '\n'))
  const texts = readFrontMatter(frontMatter)
  const applies = ['alwaysApply', 'trigger'].filter((key) => isAlways.has(texts.get(key.toLowerCase()) ?? ''))
  if (!isOurs) {
    const lost = [
      ...notKept(usedKeys(frontMatter).filter((key) => !applies.includes(key))),
      ...includesOf(content, body),
    ]
    return { ...emptyReading(), prose: body, lost }
  }
  const kept = ['name', 'description']
  const profile = kept.flatMap((key) => (texts.has(key) ? [`${key}: ${texts.get(key)}`] : []))
  const reading = readSections(body)
  const others = usedKeys(frontMatter).filter((key) => !kept.includes(key) && !applies.includes(key))
  return { ...reading, profile: [...profile, ...reading.profile], lost: notKept(others) }
}

const include = /(?<![\p{L}\p{N}`])@(?:~?\/|\.{1,2}\/)?\.?[\w-]+(?:[./]\.?[\w-]+)+/gu
const maxIncludes = 50

/** `@docs/style.md` includes another file, which is not read. */
function includesOf(content: string, body: string): Lost[] {
  const linesBefore = content.split(/\r\n?|\n/).length - body.split('\n').length
  const found = new Map<string, Lost>()
  for (const { line, at } of linesOutsideCode(body)) {
    for (const [field] of line.slice(0, 1000).matchAll(include)) {
      if (found.size === maxIncludes) return [...found.values()]
      if (found.has(field)) continue
      const where = { line: linesBefore + at + 1, text: lostText(line) }
      found.set(field, { item_id: null, field, reason: 'is another file; import it too', ...where })
    }
  }
  return [...found.values()]
}

/** Rules always apply here. */
const isAlways = new Set(['true', 'always_on'])

/** The definition of an agent or a skill: its description says what it does. */
export function readDefinitionFile(file: FormatFile, isOurs: boolean): Reading {
  const reading = readMarkdownFile(file, isOurs)
  if (isOurs) return reading
  const { body, lost: calls } = withoutCallers(reading.prose)
  const { frontMatter = '' } = splitFrontMatter(file.content.replace(/\r\n?/g, '\n'))
  const texts = readFrontMatter(frontMatter)
  const [description = '', name] = [texts.get('description'), texts.get('name')]
  const statement = withoutOccasions(description)
  const lost: Lost[] = reading.lost.filter(({ field }) => field !== 'name' && field !== 'description')
  if (statement !== description)
    lost.push(...notKept(['description'], 'says in part when to call the agent, which is nothing that the agent does'))
  return {
    ...reading,
    prose: body,
    items: statement === '' ? [] : [{ statement, category: 'execution' }],
    lost: [...profileLost({ name }), ...lost, ...calls],
  }
}

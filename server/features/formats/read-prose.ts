import { type Lost, type LostLines, maxLostLines, type Prose } from '#core/domain/formats/format.ts'
import type { Ctx } from '../../deps.ts'
import { readRulesText } from '../items/rules-import.ts'
import type { StorableItem } from './imported-items.ts'

/** The rules in the prose of files, and everything in the files that was not taken. */
export interface ProseReading extends LostLines {
  items: StorableItem[]
}

/**
 * Reads the prose of some files with the language engine.
 *
 * @param lost what their format lost; a line that is named there is not named again.
 */
export async function readProse(
  ctx: Ctx,
  org_id: string,
  prose: readonly Prose[],
  lost: Lost[],
): Promise<ProseReading> {
  const isNamed = new Set(lost.map(({ path, line }) => `${line} ${path ?? prose[0]?.path}`))
  const reading = { items: [] as StorableItem[], lost: [...lost], lost_count: lost.length, line_count: 0 }
  for (const { path, text, lines } of prose) {
    const { rules, ...found } = await readRulesText(ctx, text, org_id)
    reading.items.push(
      ...rules.map(({ category, statement, quote, line = 0 }) => {
        const number = lines[line - 1] ?? 0
        return { category, statement, ...(quote && { quote }), file: path, ...(number > 0 && { line: number }) }
      }),
    )
    const located = found.lost.map(({ line = 0, ...one }) => ({ ...one, line: lines[line - 1] ?? 0 }))
    const isNew = located.filter(({ line }) => !isNamed.has(`${line} ${path}`))
    for (const { line, ...one } of isNew.slice(0, Math.max(0, maxLostLines + lost.length - reading.lost.length)))
      reading.lost.push({ ...one, ...(prose.length > 1 && { path }), ...(line > 0 && { line }) })
    reading.lost_count += found.lost_count - (located.length - isNew.length)
    reading.line_count += found.line_count
  }
  return reading
}

import { type Identity, itemsOf } from '../api/identity.ts'
import { type Category, kindNames, type Layer, layerNames, type ResolvedItem } from '../api/words.ts'

/** A change of what others inherit, before it is saved. */
export interface Draft {
  before?: ResolvedItem
  after?: { category: Category; statement: string }
}

interface Line {
  category: Category
  statement: string
}

/**
 * Which lines of an agent's prompt a change of a layer would take away and bring, from the agent's identity as it is
 * now. The nearest layer wins where two say the same, so a statement that a nearer one holds changes nothing.
 */
export function promptChange(identity: Identity, layer: Layer, { before, after }: Draft) {
  const items = kindNames.flatMap((kind) => itemsOf(identity, kind))
  const shown = before && items.find(({ id }) => id === before.id)
  const isShown = shown !== undefined && !shown.hidden && !shown.overridden
  const isOverridden = shown?.overridden === true
  const isHidden = before?.hidden === true
  const isNearer = (item: ResolvedItem) => layerNames.indexOf(item.source) > layerNames.indexOf(layer)
  const isHeldNearer = items.some((item) => after && isNearer(item) && sameLine(item, after))
  const isUnchanged = before !== undefined && after !== undefined && sameLine(before, after)
  const isHeldAlready = items.some((item) => after && !item.hidden && !item.overridden && sameLine(item, after))
  const removed: Line[] = before && isShown && !isUnchanged ? [before] : []
  const added: Line[] =
    after && !isUnchanged && !isHeldNearer && !isHeldAlready && !isOverridden && !isHidden ? [after] : []
  return { removed, added }
}

const sameLine = (a: Line, b: Line) => a.category === b.category && a.statement === b.statement.trim()

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareItems as compareItemsOfService } from '#core/domain/identity/identity.ts'
import { categories, kindNames } from '#core/domain/kinds.ts'
import { categories as categoriesOfPage, kindNames as kindNamesOfPage } from '../../../web/api/words.ts'
import { compareItems, ordered } from '../../../web/items/order.ts'
import { layers } from '../core/identity-items.ts'

describe('the order of items', () => {
  test('is the same on the page as in the service, for items of one category', () => {
    fc.assert(
      fc.property(layers, (items) => {
        const alike = items.map((item) => ({ ...item, category: items[0]!.category, starred: false }))
        expect(alike.toSorted(compareItems)).toEqual(alike.toSorted(compareItemsOfService))
      }),
    )
  })

  test('has the kinds and categories of the page in the order of the service', () => {
    expect(kindNamesOfPage).toEqual(kindNames)
    expect(categoriesOfPage.map(({ id }) => id)).toEqual(categories)
  })
})

/** `own` items move around inherited ones, which keep their display order. */
const item = (id: string, display_order = 0, created = 0) => ({
  id,
  display_order,
  created_at: new Date(created).toISOString(),
})
type Item = ReturnType<typeof item>
const isOwn = ({ id }: Item) => id.startsWith('own')
const order = (items: Item[]) => items.toSorted(compareItems).map(({ id }) => id)
const moved = <T>(items: T[], from: number, to: number) => items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)
const changed = (before: Item[], after: Item[]) =>
  after.filter(({ id, display_order }) => before.find((each) => each.id === id)!.display_order !== display_order)

describe('ordered', () => {
  const list = [item('org 1', 0, 1), item('org 2', 0, 2), item('own 1', 0, 3), item('own 2', 0, 4), item('own 3', 0, 5)]

  test('an own item moves among own ones, and none of them moves past an inherited one', () => {
    const after = ordered(moved(list, 4, 2), 'own 3', isOwn)!
    expect(order(after)).toEqual(['org 1', 'org 2', 'own 3', 'own 1', 'own 2'])
  })

  test('one number is enough above all others, and below', () => {
    for (const [from, to] of [
      [4, 0],
      [2, 4],
    ] as const) {
      const wanted = moved(list, from, to)
      const after = ordered(wanted, list[from]!.id, isOwn)!
      expect(order(after)).toEqual(wanted.map(({ id }) => id))
      expect(changed(list, after)).toHaveLength(1)
    }
  })

  test('nothing fits between two inherited items of one number', () => {
    expect(ordered(moved(list, 4, 1), 'own 3', isOwn)).toBeUndefined()
  })

  const owners = fc.array(
    fc.record({ own: fc.boolean(), display_order: fc.integer({ min: -2, max: 2 }), created: fc.nat(5) }),
    { minLength: 2, maxLength: 9 },
  )
  test('what it gives stands as it was wanted, and inherited items keep their numbers', () => {
    fc.assert(
      fc.property(owners, fc.nat(), fc.nat(), (some, a, b) => {
        const items = some.map(({ own, display_order, created }, at) =>
          item(`${own ? 'own' : 'org'} ${at}`, display_order, created),
        )
        const sorted = order(items).map((id) => items.find((each) => each.id === id)!)
        const from = a % sorted.length
        const wanted = moved(sorted, from, b % sorted.length)
        if (!isOwn(sorted[from]!)) return
        const after = ordered(wanted, sorted[from]!.id, isOwn)
        if (sorted.every(isOwn)) expect(after).toBeDefined()
        if (!after) return
        expect(order(after)).toEqual(wanted.map(({ id }) => id))
        expect(changed(sorted, after).filter((each) => !isOwn(each))).toEqual([])
      }),
    )
  })
})

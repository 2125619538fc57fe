import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareItems, type IdentityItem, resolveIdentity, summarizeIdentity } from '#core/domain/identity/identity.ts'
import { categories } from '#core/domain/kinds.ts'
import { item, layers } from './identity-items.ts'

const none = new Set<string>()
const ids = (items: readonly IdentityItem[]) => items.map(({ id }) => id)

describe('compareItems', () => {
  test('orders by category, then starred first, display order, creation and id', () => {
    const ordered = [
      item('axiom', 'starred', { starred: true, display_order: 9 }),
      item('axiom', 'first by order', { display_order: -1, created_at: '2026-03-01T00:00:00.000Z' }),
      item('axiom', 'older', { created_at: '2025-12-31T23:59:59.999Z' }),
      item('axiom', 'same time, id a', { id: 'a' }),
      item('axiom', 'same time, id b', { id: 'b' }),
      item('boundary', 'last belief'),
      item('ownership', 'first responsibility', { starred: true }),
    ]
    expect(ordered.toReversed().sort(compareItems)).toEqual(ordered)
  })

  test('ranks categories as the specification lists them', () => {
    const items = categories.map((category) => item(category, category))
    expect(ids(items.toReversed().sort(compareItems))).toEqual([...categories])
  })

  test('is a total order: sorting does not depend on the order before', () => {
    fc.assert(
      fc.property(
        layers.chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }))),
        ([items, shuffled]) => {
          expect(shuffled.sort(compareItems)).toEqual(items.toSorted(compareItems))
        },
      ),
    )
  })
})

describe('resolveIdentity', () => {
  const org = item('axiom', 'same', { id: 'org', scope: 'org' })
  const group = item('axiom', 'same', { id: 'group', scope: 'group' })
  const agent = item('axiom', 'same', { id: 'agent', scope: 'agent' })

  test("the agent's own version wins, then the group's, then the organization's", () => {
    expect(ids(resolveIdentity([org, group, agent], none))).toEqual(['agent'])
    expect(ids(resolveIdentity([group, org], none))).toEqual(['group'])
    expect(ids(resolveIdentity([org], none))).toEqual(['org'])
  })

  test('a hidden own version silences an inherited one', () => {
    expect(resolveIdentity([org, { ...agent, hidden: true }], none)).toEqual([{ ...agent, hidden: true }])
  })

  test('an override hides its one item before the merge, so that an equal statement of a further layer shows', () => {
    expect(ids(resolveIdentity([org, group], new Set(['group'])))).toEqual(['org'])
    expect(ids(resolveIdentity([org, group], new Set(['org'])))).toEqual(['group'])
    expect(resolveIdentity([org, group], new Set(['org', 'group']))).toEqual([])
  })

  test('lists what is overridden, marked, only when asked', () => {
    const later = item('voice', 'later')
    expect(resolveIdentity([later, org, group], new Set(['group']), { includeOverridden: true })).toEqual([
      { ...group, overridden: true },
      org,
      later,
    ])
  })

  test('case and category tell statements apart', () => {
    const items = [
      item('axiom', 'Same', { id: '1' }),
      item('axiom', 'same', { id: '2' }),
      item('voice', 'same', { id: '3' }),
    ]
    expect(resolveIdentity(items, none)).toHaveLength(3)
  })

  test('does not change what it is given', () => {
    const items = Object.freeze([Object.freeze(item('voice', 'v')), Object.freeze(item('axiom', 'a'))])
    resolveIdentity(items, new Set(['v']), { includeOverridden: true })
    expect(ids(items)).toEqual(['v', 'a'])
    expect(items[0]).not.toHaveProperty('overridden')
  })

  test('equals the definition, item by item', () => {
    const rank = { agent: 0, group: 1, org: 2 }
    const cases = layers.chain((items) => fc.tuple(fc.constant(items), fc.subarray(ids(items)), fc.boolean()))
    fc.assert(
      fc.property(cases, ([items, hiddenIds, includeOverridden]) => {
        const overridden = new Set(hiddenIds)
        const remaining = items.filter(({ id }) => !overridden.has(id))
        const beaten = (a: IdentityItem) =>
          remaining.some(
            (b) => b.category === a.category && b.statement === a.statement && rank[b.scope] < rank[a.scope],
          )
        const expected = items
          .filter((a) => (overridden.has(a.id) ? includeOverridden : !beaten(a)))
          .map((a) => (overridden.has(a.id) ? { ...a, overridden: true } : a))
          .sort(compareItems)
        expect(resolveIdentity(items, overridden, { includeOverridden })).toEqual(expected)
      }),
    )
  })
})

describe('summarizeIdentity', () => {
  test('counts what is listed, hidden and overridden items too', () => {
    const items = [
      item('axiom', 'a', { scope: 'org', hidden: true }),
      { ...item('voice', 'b', { scope: 'group' }), overridden: true as const },
      item('ownership', 'c'),
      item('monitoring', 'd'),
    ]
    expect(summarizeIdentity(items)).toEqual({
      total_beliefs: 2,
      total_responsibilities: 2,
      by_source: { org: 1, group: 1, agent: 2 },
    })
  })
})

import fc from 'fast-check'
import type { IdentityItem } from '#core/domain/identity/identity.ts'
import type { Profile } from '#core/domain/identity/prompt.ts'
import { type Category, categories, itemStatuses, kindOf, scopes } from '#core/domain/kinds.ts'

/** An item of the agent's own layer, approved and visible, whose id is its statement unless said otherwise. */
export const item = (category: Category, statement: string, rest: Partial<IdentityItem> = {}): IdentityItem => ({
  id: statement,
  kind: kindOf(category),
  scope: 'agent',
  category,
  statement,
  starred: false,
  hidden: false,
  status: 'approved',
  display_order: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  ...rest,
})

export const emptyProfile: Profile = {
  name: 'Nova',
  description: null,
  job_title: null,
  location: null,
  timezone: null,
  identity_markers: [],
}

/** Layers of items with few distinct statements, so that they collide often. Ids are unique. */
export const layers = fc
  .array(
    fc.record({
      scope: fc.constantFrom(...scopes),
      category: fc.constantFrom(...categories),
      statement: fc.constantFrom('a', 'b', 'A'),
      starred: fc.boolean(),
      hidden: fc.boolean(),
      status: fc.constantFrom(...itemStatuses),
      display_order: fc.integer({ min: 0, max: 2 }),
      created_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'),
    }),
    { maxLength: 40 },
  )
  .map((records) =>
    records.map(({ category, statement, ...rest }, index) => item(category, statement, { ...rest, id: `${index}` })),
  )
  // Within one layer a (category, statement) occurs once.
  .map((items) => items.filter((a, index) => items.findIndex((b) => sameInLayer(a, b)) === index))

const sameInLayer = (a: IdentityItem, b: IdentityItem) =>
  a.scope === b.scope && a.category === b.category && a.statement === b.statement

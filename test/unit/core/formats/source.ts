import fc from 'fast-check'
import type { Source, SourceItem } from '#core/domain/formats/format.ts'
import { compareItems } from '#core/domain/identity/identity.ts'
import { type Category, categories, kindOf } from '#core/domain/kinds.ts'
import { normalizeStatement } from '#core/domain/statement.ts'

const idOf = (n: number) => `019a3c51-7e04-7d9a-9c5e-${String(n).padStart(12, '0')}`

export const itemOf = (
  n: number,
  category: Category,
  statement: string,
  set: Partial<SourceItem> = {},
): SourceItem => ({
  id: idOf(n),
  kind: kindOf(category),
  scope: 'agent',
  category,
  statement,
  starred: false,
  hidden: false,
  status: 'approved',
  display_order: 0,
  n_count: 1,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  ...set,
})

export const sourceOf = (items: SourceItem[], profile: Partial<Source['agent']> = {}): Omit<Source, 'marker'> => ({
  agent: {
    id: idOf(0),
    slug: 'ada',
    name: 'Ada',
    description: 'Looks after payments',
    job_title: 'Engineer',
    location: 'Berlin',
    timezone: 'Europe/Berlin',
    identity_markers: ['payments'],
    avatar_url: null,
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-02T00:00:00.000Z',
    ...profile,
  },
  items: items.toSorted(compareItems),
})

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Ship ', 'tests ', 'never ', 'the ledger ', '42 ') },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '-->',
        '<!--',
        '<script>',
        '**',
        '__',
        '*',
        '`',
        '``',
        '```',
        '\\',
        '\\*',
        '# ',
        '- ',
        '1. ',
        '> ',
        '| ',
        '---',
      ],
      ...[
        '[x] ',
        '[a]: ',
        ': ',
        "'",
        '"',
        '{',
        '}',
        '{{user}}',
        '&a ',
        '*a ',
        '!tag ',
        '%',
        '@',
        '~',
        'null',
        'yes',
        '#',
      ],
      ...['agent-identity', '\u0000', '🦦', 'é', '\u2028', '\u0085', '## Axioms', '### Voice', '\ud800'.toWellFormed()],
    ),
  },
)

/** Statements as they may be stored. */
const anyStatement = fc
  .oneof(
    { weight: 20, arbitrary: fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(4000), '\\'.repeat(50), '`'.repeat(50), 'y '.repeat(1999)) },
  )
  .map(normalizeStatement)
  .filter((statement) => statement !== '')

export const anySource = fc
  .uniqueArray(
    fc.record({
      statement: anyStatement,
      category: fc.constantFrom(...categories),
      starred: fc.boolean(),
      n_count: fc.integer({ min: 1, max: 9 }),
      display_order: fc.integer({ min: -5, max: 5 }),
      status: fc.constantFrom('approved' as const, 'pending' as const),
    }),
    { maxLength: 12, selector: ({ category, statement }) => `${category} ${statement}` },
  )
  .chain((items) =>
    fc
      .record({ name: anyStatement, description: fc.option(anyStatement), job_title: fc.option(anyStatement) })
      .map((profile) =>
        sourceOf(
          items.map(({ statement, category, ...set }, n) => itemOf(n + 1, category, statement, set)),
          profile,
        ),
      ),
  )

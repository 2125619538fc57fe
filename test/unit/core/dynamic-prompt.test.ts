import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DynamicPromptConfig,
  defaultDynamicPromptConfig as defaults,
  dynamicPrompt,
  promptParts,
} from '#core/domain/identity/dynamic-prompt.ts'
import { compareItems, type IdentityItem, resolveIdentity } from '#core/domain/identity/identity.ts'
import { type Category, categories } from '#core/domain/kinds.ts'
import { emptyProfile, item, layers } from './identity-items.ts'

const many = (category: Category, count: number, rest: Partial<IdentityItem> = {}) =>
  Array.from({ length: count }, (_, index) =>
    item(category, `${category} ${rest.starred ? 'star ' : ''}${index}`, rest),
  )

const variant = (items: readonly IdentityItem[], seed: number, config: Partial<DynamicPromptConfig> = {}) =>
  dynamicPrompt(promptParts(emptyProfile, items), { ...defaults, ...config }, seed)

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const configs = fc.record({
  enabled: fc.boolean(),
  emphasis_rate: fc.double({ min: 0, max: 1, noNaN: true }),
  min_pool_size: fc.integer({ min: 0, max: 4 }),
  category_overrides: fc.dictionary(
    fc.constantFrom<string>(...categories, 'other'),
    fc.record({ sample_rate: fc.double({ min: 0, max: 1, noNaN: true }) }, { requiredKeys: [] }),
  ),
})

describe('dynamicPrompt', () => {
  test('has the documented defaults', () => {
    expect(defaults).toEqual({ enabled: false, emphasis_rate: 0.4, min_pool_size: 3, category_overrides: {} })
  })

  test('includes starred items always and first, in stable order', () => {
    const starred = many('voice', 5, { starred: true })
    const items = [...many('voice', 10), ...starred]
    for (let seed = 0; seed < 50; seed++)
      expect(variant(items, seed).manifest.beliefs_included.slice(0, 5)).toEqual(starred.map(({ id }) => id))
  })

  test('shuffles and samples the rest per category', () => {
    const items = [...many('principle', 10), ...many('execution', 10)]
    const first = variant(items, 1)
    expect(first.manifest.beliefs_included).toHaveLength(7)
    expect(first.manifest.responsibilities_included).toHaveLength(7)
    expect(first.manifest.beliefs_included).not.toEqual(first.manifest.beliefs_included.toSorted())
    const seen = new Set(
      Array.from({ length: 50 }, (_, seed) => variant(items, seed).manifest.beliefs_sampled_out).flat(),
    )
    expect(seen.size).toBe(10)
  })

  test('shuffles axioms and boundaries but never samples them out, whatever an override says', () => {
    const overrides = { axiom: { sample_rate: 0 }, boundary: { sample_rate: 0 } }
    const { manifest } = variant([...many('axiom', 20), ...many('boundary', 20)], 3, { category_overrides: overrides })
    expect(manifest.beliefs_included).toHaveLength(40)
    expect(manifest.beliefs_sampled_out).toEqual([])
    expect(manifest.beliefs_included).not.toEqual(
      many('axiom', 20)
        .concat(many('boundary', 20))
        .map(({ id }) => id),
    )
  })

  test('gives the same bytes for the same seed, in whatever order the items come', () => {
    fc.assert(
      fc.property(layers, configs, seeds, (all, config, seed) => {
        const items = resolveIdentity(all, new Set())
        expect(variant(items.toReversed(), seed, config)).toEqual(variant(items, seed, config))
      }),
    )
  })

  test('gives these very bytes on every machine', () => {
    const items = [...many('voice', 6), item('axiom', 'Truth', { starred: true })]
    expect(variant(items, 2026)).toEqual({
      manifest: {
        beliefs_included: ['Truth', 'voice 3', 'voice 4', 'voice 1', 'voice 5', 'voice 2'],
        beliefs_sampled_out: ['voice 0'],
        responsibilities_included: [],
        responsibilities_sampled_out: [],
        emphasis: 'voice 3',
        seed: 2026,
      },
      prompt: `# Nova

You are Nova.

What is set in **bold** matters most.

## Dominant tone

Let this set the tone of all you say: voice 3

## Beliefs

What you hold to be true. It shapes every answer you give and every choice you make.

### Axioms

Foundational truths. Reason from them; do not argue them away.

- **Truth**

### Voice

How you communicate. Write and speak this way.

- voice 3
- voice 4
- voice 1
- voice 5
- voice 2
`,
    })
  })

  test('differs between seeds', () => {
    const prompts = new Set(Array.from({ length: 100 }, (_, seed) => variant(many('principle', 10), seed).prompt))
    expect(prompts.size).toBe(100)
  })

  test('makes a voice belief the dominant tone in about 40 of 100 calls', () => {
    const items = many('voice', 3)
    const tones = Array.from({ length: 10_000 }, (_, seed) => variant(items, seed).manifest.emphasis)
    const emphasized = tones.filter((tone) => tone !== null)
    // 4,000 expected, standard deviation 49; 1,333 for each of three, standard deviation 34.
    expect(Math.abs(emphasized.length - 4000)).toBeLessThan(245)
    for (const { statement } of items)
      expect(Math.abs(emphasized.filter((tone) => tone === statement).length - emphasized.length / 3)).toBeLessThan(170)
  })

  test('puts the tone before the beliefs and keeps it among them', () => {
    const { prompt, manifest } = variant([item('voice', 'Be <b>brief</b>')], 1, { emphasis_rate: 1 })
    expect(manifest.emphasis).toBe('Be <b>brief</b>')
    expect(prompt).toContain(
      '\n## Dominant tone\n\nLet this set the tone of all you say: Be \\<b>brief\\</b>\n\n## Beliefs\n',
    )
    expect(prompt).toContain('\n- Be \\<b>brief\\</b>\n')
  })

  test('has no tone at a rate of 0, and none without a visible voice belief', () => {
    for (let seed = 0; seed < 100; seed++) {
      expect(variant(many('voice', 3), seed, { emphasis_rate: 0 }).manifest.emphasis).toBeNull()
      const mute = [item('axiom', 'a'), item('voice', 'v', { hidden: true })]
      expect(variant(mute, seed, { emphasis_rate: 1 }).manifest.emphasis).toBeNull()
    }
  })

  test('works regardless of the enabled flag', () => {
    const items = many('principle', 10)
    expect(variant(items, 5, { enabled: true })).toEqual(variant(items, 5, { enabled: false }))
  })

  test.each([
    [3, {}, 3],
    [4, {}, 3],
    [5, {}, 4],
    [10, {}, 7],
    [11, {}, 8],
    [30, {}, 21],
    [10, { min_pool_size: 9 }, 9],
    [10, { min_pool_size: 10 }, 10],
    [1, { min_pool_size: 0 }, 1],
    [30, { category_overrides: { preference: { sample_rate: 0.1 } } }, 3],
    [100, { category_overrides: { preference: { sample_rate: 0.07 } } }, 7],
    [30, { category_overrides: { preference: { sample_rate: 1 } } }, 30],
    // The override sets the share; min_pool_size still holds.
    [30, { category_overrides: { preference: { sample_rate: 0 } } }, 3],
    [30, { min_pool_size: 0, category_overrides: { preference: { sample_rate: 0 } } }, 0],
    [30, { category_overrides: { voice: { sample_rate: 0 }, preference: {} } }, 21],
  ])('of %d unstarred items with %j keeps %d', (count, config, kept) => {
    const items = [...many('preference', count), ...many('preference', 4, { starred: true })]
    const { manifest } = variant(items, 9, config)
    expect(manifest.beliefs_included).toHaveLength(kept + 4)
    expect(manifest.beliefs_sampled_out).toHaveLength(count - kept)
  })

  test('names every visible item once, the included ones as they stand in the prompt, and no hidden one', () => {
    fc.assert(
      fc.property(layers, configs, seeds, (all, config, seed) => {
        const items = resolveIdentity(all, new Set()).map((each) => ({
          ...each,
          statement: `${each.id}${each.statement}`,
        }))
        const { prompt, manifest } = variant(items, seed, config)
        const visible = items.filter(({ hidden }) => !hidden).sort(compareItems)
        const statementOf = (id: string) => items.find((each) => each.id === id)!.statement
        const included = [...manifest.beliefs_included, ...manifest.responsibilities_included]
        const sampledOut = [...manifest.beliefs_sampled_out, ...manifest.responsibilities_sampled_out]
        expect([...included, ...sampledOut].sort()).toEqual(visible.map(({ id }) => id).sort())
        const listed = prompt.match(/(?<=^- )\S+/gm) ?? []
        expect(listed.map((line) => line.replaceAll('*', ''))).toEqual(included.map(statementOf))
        expect(manifest.seed).toBe(seed)
        if (manifest.emphasis !== null) {
          const tone = visible.find(({ statement }) => statement === manifest.emphasis)
          expect(tone?.category).toBe('voice')
          expect(included).toContain(tone?.id)
        }
      }),
    )
  })

  test('is the same from parts that were encoded as JSON, whatever items and profiles say', () => {
    const description = 'Say "no"\n\\ twice\u2028'
    fc.assert(
      fc.property(layers, fc.string({ unit: 'binary' }), configs, seeds, (all, statement, config, seed) => {
        const items = resolveIdentity(all, new Set()).map((each) => ({
          ...each,
          statement: statement + each.statement,
        }))
        const parts = promptParts({ ...emptyProfile, description }, items)
        const decoded = JSON.parse(Buffer.from(JSON.stringify(parts)).toString())
        expect(dynamicPrompt(decoded, config, seed)).toEqual(dynamicPrompt(parts, config, seed))
      }),
    )
  })
})

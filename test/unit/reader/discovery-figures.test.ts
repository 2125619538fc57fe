import { describe, expect, test } from 'vitest'
import { quoteFinder } from '#core/domain/text/untrusted-text.ts'
import { dataAnalyst } from '../../../evaluation/data/held-out/data-analyst.ts'
import { designer } from '../../../evaluation/data/held-out/designer.ts'
import { siteReliability } from '../../../evaluation/data/held-out/site-reliability.ts'
import { backend } from '../../../evaluation/data/tuning/backend.ts'
import { supportLead } from '../../../evaluation/data/tuning/support-lead.ts'
import { technicalWriter } from '../../../evaluation/data/tuning/technical-writer.ts'
import { engines } from '../../../evaluation/engine.ts'
import { bCubed, measure } from '../../../evaluation/metrics.ts'
import { discover } from '../../../evaluation/pipeline.ts'

const heldOut = [siteReliability, designer, dataAnalyst]
const tuning = [backend, technicalWriter, supportLead]

describe('the labeled set', () => {
  test('has 200 items or more, each named once, each label literal and of a known pattern', () => {
    const items = [...tuning, ...heldOut].flatMap((agent) => agent.items.map((item) => ({ agent, item })))
    expect(items.length).toBeGreaterThanOrEqual(200)
    expect(new Set(items.map(({ item }) => item.id)).size).toBe(items.length)
    const wrong = items.flatMap(({ agent, item }) =>
      item.labels
        .filter(
          ({ pattern, quote }) => !quoteFinder(item.content)(quote) || !agent.patterns.some(({ id }) => id === pattern),
        )
        .map(({ quote }) => `${item.id}: ${quote}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('B-cubed', () => {
  test('is 1 for the right clusters and falls for one large cluster', () => {
    expect(
      bCubed([
        ['1', 'a'],
        ['1', 'a'],
        ['2', 'b'],
      ]),
    ).toBe(1)
    expect(
      bCubed([
        ['1', 'a'],
        ['1', 'b'],
      ]),
    ).toBeCloseTo(2 / 3)
  })
})

describe('the built-in engine on the half that it was not tuned on', () => {
  test('quotes literally, promotes rightly and makes no junk', async () => {
    const engine = engines['built-in']!
    const results = await Promise.all(heldOut.map(async (agent) => ({ agent, signals: await discover(engine, agent) })))
    const figures = measure(results)
    expect(figures['literal quotes']).toBe(1)
    expect(figures['promotion precision']).toBeGreaterThanOrEqual(0.9)
    // The trained reader misses one of four sentences of authors whom it does not know, and a proposal needs three (docs/explanation/decisions/078).
    expect(figures['promotion recall']).toBeGreaterThanOrEqual(7 / 21)
    expect(figures['junk rate']).toBeLessThanOrEqual(0.07)
  })
})

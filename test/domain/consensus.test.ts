import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  describeNothing,
  describeShared,
  type HeldItem,
  HeldStatements,
  minAgents,
} from '../../server/domain/consensus.ts'

const item = (id: string, agent_id: string, statement: string, category = 'principle'): HeldItem => ({
  id,
  agent_id,
  category: category as HeldItem['category'],
  statement,
  statement_hash: `hash of ${statement}`,
})

describe('minAgents', () => {
  test('is the share of all agents, rounded up, and never fewer than 2', () => {
    expect(minAgents(10, 0.5)).toBe(5)
    expect(minAgents(5, 0.5)).toBe(3)
    expect(minAgents(10, 0.7)).toBe(7)
    expect(minAgents(3, 0)).toBe(2)
    expect(minAgents(1, 1)).toBe(2)
    expect(minAgents(7, 1)).toBe(7)
  })

  test('reaches the share with every number of agents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5000 }), fc.integer({ min: 0, max: 100 }), (agents, percent) => {
        const needed = minAgents(agents, percent / 100)
        expect(needed * 100).toBeGreaterThanOrEqual(agents * percent)
        expect((needed - 1) * 100 < agents * percent || needed === 2).toBe(true)
      }),
    )
  })
})

const grouped = (items: HeldItem[]) => {
  const statements = new HeldStatements()
  for (const item of items) statements.add(item)
  return statements
}

describe('SaidStatements', () => {
  test('makes equal statements of a category one, the most frequent first, equals in alphabetical order', () => {
    const said = grouped([
      item('4', 'd', 'Alone'),
      item('1', 'a', 'Test first'),
      item('3', 'c', 'Also alone'),
      item('2', 'b', 'Test first'),
      item('5', 'a', 'Test first', 'axiom'),
    ])
    expect(said.in('axiom')).toMatchObject([{ id: '5', agentIds: ['a'] }])
    expect(said.in('voice')).toEqual([])
    expect(said.in('principle')).toMatchObject([
      { id: '1', statement: 'Test first', agentIds: ['a', 'b'] },
      { id: '4', statement: 'Alone', agentIds: ['d'] },
      { id: '3', statement: 'Also alone', agentIds: ['c'] },
    ])
  })

  test('does not depend on the order of the items', () => {
    const items = ['Test first', 'Ask early', 'Test first', 'Be kind', 'Ask early', 'Test first'].map((statement, at) =>
      item(String(at), `agent ${at}`, statement),
    )
    const seen = (items: HeldItem[]) =>
      grouped(items)
        .in('principle')
        .map(({ agentIds, ...statement }) => ({ ...statement, agentIds: agentIds.toSorted() }))
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (shuffled) => {
        expect(seen(shuffled)).toEqual(seen(items))
      }),
    )
  })
})

describe('details', () => {
  const shared = {
    kind: 'belief' as const,
    category: 'principle' as const,
    statement: 'Test first',
    wordings: 2,
    agentNames: ['Ada', 'Bo', 'Cy'],
  }

  test('say what was done, with which statement, and which agents share it', () => {
    expect(describeShared('Created', shared, 4)).toBe(
      'Created belief (principle) "Test first", shared by 3 of 4 agents (75%) in 2 wordings: Ada, Bo, Cy',
    )
    expect(describeShared('Created', { ...shared, wordings: 1 }, 3)).toContain(
      '3 of 3 agents (100%) word for word: Ada',
    )
  })

  test('count the names that no sentence has room for', () => {
    const agentNames = Array.from({ length: 12 }, (_, at) => `Agent ${at}`)
    expect(describeShared('Created', { ...shared, agentNames }, 12)).toMatch(/Agent 9 and 2 more$/)
  })

  test('say why nothing is shared', () => {
    expect(describeNothing(0, 2)).toBe('Nothing is shared: there are no agents, and consensus needs at least 2')
    expect(describeNothing(1, 2)).toBe('Nothing is shared: there is 1 agent, and consensus needs at least 2')
    expect(describeNothing(10, 5)).toBe('Nothing is shared by at least 5 of 10 agents (50%)')
  })
})

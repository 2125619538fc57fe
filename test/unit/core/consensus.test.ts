import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeNothing, describeShared, HeldStatements, minAgents } from '#core/domain/similar/consensus.ts'

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

describe('HeldStatements', () => {
  test('makes equal statements one, with all who say them', () => {
    const held = new HeldStatements()
    for (const [agent, hash] of ['Alone', 'Test first', 'Also alone', 'Test first'].entries()) held.add(hash, agent)
    expect(held.all()).toEqual([
      { statement_hash: 'Alone', agents: [0] },
      { statement_hash: 'Test first', agents: [1, 3] },
      { statement_hash: 'Also alone', agents: [2] },
    ])
  })
})

describe('details', () => {
  const shared = {
    kind: 'belief' as const,
    category: 'principle' as const,
    statement: 'Test first',
    wordings: 2,
    other_wordings: [],
    agent_count: 3,
    agents: ['Ada', 'Bo', 'Cy'].map((name) => ({ id: name, name })),
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
    const agents = Array.from({ length: 12 }, (_, at) => ({ id: String(at), name: `Agent ${at}` }))
    expect(describeShared('Created', { ...shared, agent_count: 12, agents }, 12)).toMatch(/Agent 9 and 2 more$/)
  })

  test('say why nothing is shared', () => {
    expect(describeNothing(0, 2)).toBe('Nothing is shared: there are no agents, and consensus needs at least 2')
    expect(describeNothing(1, 2)).toBe('Nothing is shared: there is 1 agent, and consensus needs at least 2')
    expect(describeNothing(10, 5)).toBe('Nothing is shared by at least 5 of 10 agents (50%)')
  })
})

import { describe, expect, test } from 'vitest'
import { actorOf } from '../../../web/api/audit-words.ts'
import {
  affected,
  deedOf,
  type Entry,
  groupDeedOf,
  inGroups,
  type Names,
} from '../../../web/pages/organization/history-words.ts'

const names: Names = {
  agents: [
    { id: 'ada', name: 'Ada', group_id: 'platform' },
    { id: 'bo', name: 'Bo', group_id: 'platform' },
    { id: 'cy', name: 'Cy', group_id: null },
  ],
  groups: [{ id: 'platform', name: 'Platform' }],
}

const entry = (fields: object): Entry => ({
  seq: 1,
  at: '2026-11-29T09:30:00.000Z',
  actor: { type: 'user', id: 'u', name: 'Jonas', key_hint: null },
  surface: 'dashboard',
  action: 'belief.update',
  target: { type: 'belief', id: 'b', name: 'Be brief' },
  agent_id: 'ada',
  group_id: null,
  before: null,
  after: null,
  request_id: 'r',
  ip: null,
  client: null,
  hash: '0',
  erased: false,
  ...fields,
})

describe('a change in a sentence', () => {
  test.each<[object, string]>([
    [{ action: 'belief.create', after: { category: 'boundary' } }, 'added the boundary “Be brief” to Ada'],
    [
      { action: 'belief.approve', agent_id: null, group_id: 'platform' },
      'approved the belief “Be brief” for the group Platform',
    ],
    [
      { action: 'belief.delete', agent_id: null, before: { category: 'voice' } },
      'removed the voice “Be brief” from the organization',
    ],
    [{ before: { statement: 'A' }, after: { statement: 'B' } }, 'reworded the belief “A” to “B” of Ada'],
    [{ before: { starred: false }, after: { starred: true } }, 'starred the belief “Be brief” of Ada'],
    [{ before: { hidden: true }, after: { hidden: false } }, 'shows again the belief “Be brief” of Ada'],
    [
      { before: { category: 'axiom' }, after: { category: 'voice' } },
      'changed the category of the belief “Be brief” of Ada',
    ],
    [
      { before: { hidden: true, statement: 'A' }, after: { hidden: false, statement: 'B' } },
      'changed the belief “Be brief” (hidden, statement) of Ada',
    ],
    [
      { action: 'label.move', target: { type: 'label', id: 'l', name: 'early' }, after: { to_version: 2 } },
      'set the label early of Ada to v2',
    ],
    [
      {
        action: 'label.move',
        target: { type: 'label', id: 'l', name: 'early' },
        after: { from_version: 2, to_version: 1, reason: 'Too soon' },
      },
      'moved the label early of Ada from v2 to v1: Too soon',
    ],
    [
      { action: 'label.move', target: { type: 'label', id: 'l', name: 'early' }, after: { from_version: 2 } },
      'took the label early away from Ada',
    ],
    [
      { action: 'override.create', target: { type: 'override', id: 'o', name: null }, agent_id: 'gone' },
      'overrode an inherited item for a deleted agent',
    ],
    [
      { action: 'change_request.merge', target: { type: 'change_request', id: 'c', name: 'Roll back' } },
      'merged change request “Roll back”',
    ],
    [
      {
        action: 'agent.update',
        target: { type: 'agent', id: 'ada', name: 'Ada' },
        before: { location: null },
        after: { location: 'Berlin' },
      },
      'changed agent “Ada”: location',
    ],
  ])('%j', (fields, sentence) => {
    expect(deedOf(entry(fields), names)).toBe(sentence)
  })

  test('counts the agents that read an item, not those of other records', () => {
    expect(affected(entry({ agent_id: null }), names)).toBe(3)
    expect(affected(entry({ agent_id: null, group_id: 'platform' }), names)).toBe(2)
    expect(affected(entry({}), names)).toBeUndefined()
    expect(affected(entry({ agent_id: null, target: { type: 'key', id: 'k', name: 'CI' } }), names)).toBeUndefined()
  })

  test('names a key by its label or its last characters, and nobody of an erased entry', () => {
    const key = { type: 'key' as const, id: 'k', name: null, key_hint: 'x7Qd' }
    expect(actorOf(entry({ actor: key }))).toBe('Key …x7Qd')
    expect(actorOf(entry({ actor: null }))).toBe('Somebody')
  })
})

describe('several changes of one request', () => {
  test('are one line, which names what is the same', () => {
    const approvals = [1, 2].map((seq) => entry({ seq, action: 'belief.approve' }))
    const other = entry({ seq: 3, action: 'belief.approve', request_id: 'another' })
    const groups = inGroups([...approvals, other])
    expect(groups.map(({ entries }) => entries.length)).toEqual([2, 1])
    expect(groupDeedOf(groups[0]!, names)).toBe('approved 2 beliefs of Ada')
  })

  test('of two jobs that move one label stay apart', () => {
    const move = (job_id: string, agent_id: string) =>
      entry({
        action: 'label.move',
        agent_id,
        surface: 'job',
        request_id: null,
        target: { type: 'label', id: 'l', name: 'early' },
        after: { job_id, to_version: 1, reason: 'Reviewed' },
      })
    const groups = inGroups([move('1', 'ada'), move('1', 'bo'), move('2', 'ada')])
    expect(groups.map((group) => groupDeedOf(group, names))).toEqual([
      'moved the label early of 2 agents: Reviewed',
      'moved the label early of 1 agent: Reviewed',
    ])
  })

  test('of erased entries are not joined, since nothing tells that they belong together', () => {
    const erased = [1, 2].map((seq) => entry({ seq, erased: true, actor: null, request_id: null }))
    expect(inGroups(erased)).toHaveLength(2)
  })
})

import { describe, expect, test } from 'vitest'
import { actorOf } from '../../../web/api/audit-words.ts'
import { actDeedOf, inActs } from '../../../web/pages/organization/history-acts.ts'
import { affected, deedOf, type Entry, type Names } from '../../../web/pages/organization/history-words.ts'
import { undoingOf, undoingsOf } from '../../../web/pages/organization/undoings.ts'

const names: Names = {
  agents: [
    { id: 'ada', name: 'Ada', group_id: 'platform' },
    { id: 'bo', name: 'Bo', group_id: 'platform' },
    { id: 'cy', name: 'Cy', group_id: null },
  ],
  groups: [{ id: 'platform', name: 'Platform' }],
  people: [],
  keys: [],
  records: new Map(),
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
    [{ action: 'key.delete', target: { type: 'key', id: 'k', name: 'CI' } }, 'revoked key “CI”'],
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
    expect(actorOf(entry({ actor: null }))).toBe('Someone')
  })
})

/** The sentences of entries, which are given the newest first. */
const sentences = (entries: Entry[]) => {
  const undoings = undoingsOf(entries)
  return inActs(entries).map((act) => actDeedOf(act, names, undoings))
}

const at = (seconds: number) => new Date(Date.parse('2026-11-29T09:30:00.000Z') + 1000 * seconds).toISOString()

describe('one act is one line', () => {
  const created = (seq: number, type: string, through: string, fields = {}) =>
    entry({
      seq,
      action: `${type}.create`,
      target: { type, id: `${type} ${seq}`, name: `Rule ${seq}` },
      after: { category: 'voice', statement: `Rule ${seq}`, created_through: through },
      ...fields,
    })
  const deleted = (seq: number, { target, after, action }: Entry, fields = {}) =>
    entry({
      seq,
      action: action.replace('create', 'delete'),
      target,
      before: after,
      request_id: `request ${seq}`,
      at: at(seq),
      ...fields,
    })

  test('of an import of both kinds, and of its undo, which is a request for each', () => {
    const imported = [created(2, 'responsibility', 'import'), created(1, 'belief', 'import')]
    const undone = [deleted(4, imported[1]!), deleted(3, imported[0]!)]
    expect(sentences(imported)).toEqual(['imported 2 rules into Ada'])
    expect(sentences([...undone, ...imported])).toEqual([
      'undid: imported 2 rules into Ada',
      'imported 2 rules into Ada',
    ])
  })

  test('of approvals of several agents in one request, but not of another request much later', () => {
    const approve = (seq: number, fields: object) =>
      entry({ seq, action: 'belief.approve', target: { type: 'belief', id: `b${seq}`, name: 'Be brief' }, ...fields })
    const later = approve(3, { request_id: 'another', at: at(3600) })
    expect(sentences([later, approve(2, { agent_id: 'bo' }), approve(1, {})])).toEqual([
      'approved the belief “Be brief” for Ada',
      'approved 2 beliefs of 2 agents',
    ])
  })

  test('of a run of discovery, and of contents that the service read', () => {
    const job = { actor: { type: 'job', id: 'j', name: 'pbd', key_hint: null }, surface: 'job', request_id: null }
    const found = [created(2, 'belief', 'discovery', job), created(1, 'belief', 'discovery', job)]
    expect(sentences(found)).toEqual(['proposed 2 beliefs for Ada'])
    expect(actorOf(found[0]!)).toBe('Discovery')
    const system = { actor: { type: 'system', id: null, name: null, key_hint: null }, surface: 'job', request_id: null }
    const content = (seq: number) =>
      entry({
        seq,
        action: 'content.create',
        target: { type: 'content', id: `c${seq}`, name: null },
        after: { source_type: 'github_commit' },
        ...system,
      })
    expect(sentences([content(2), content(1)])).toEqual(['read 2 contents for Ada (GitHub commit)'])
  })

  test('of a merge with the items that it changed', () => {
    const merge = entry({
      seq: 2,
      action: 'change_request.merge',
      target: { type: 'change_request', id: 'c', name: 'Be careful' },
      agent_id: null,
    })
    expect(sentences([merge, created(1, 'belief', 'change_request')])).toEqual([
      'merged change request “Be careful”, with 1 change',
    ])
  })

  test('of each of two jobs that move one label', () => {
    const move = (job_id: string, agent_id: string) =>
      entry({
        action: 'label.move',
        agent_id,
        surface: 'job',
        request_id: null,
        target: { type: 'label', id: `${job_id} ${agent_id}`, name: 'early' },
        after: { job_id, to_version: 1, reason: 'Reviewed' },
      })
    expect(sentences([move('1', 'ada'), move('1', 'bo'), move('2', 'ada')])).toEqual([
      'released early to 2 agents: Reviewed',
      'set the label early of Ada to v1: Reviewed',
    ])
  })

  test('of erased entries is not joined, since nothing tells that they belong together', () => {
    const erased = [1, 2].map((seq) => entry({ seq, erased: true, actor: null, request_id: null }))
    expect(inActs(erased)).toHaveLength(2)
  })
})

describe('an entry is undone by the first later one that takes its values back', () => {
  const reword = (seq: number, from: string, to: string, fields = {}) =>
    entry({ seq, before: { statement: from }, after: { statement: to }, ...fields })
  const undoneBy = (entries: Entry[]) =>
    Object.fromEntries([...undoingsOf(entries).undoing].map(([seq, undoing]) => [seq, undoing.seq]))

  test('once each, also after it was made again', () => {
    const entries = [reword(4, 'B', 'A'), reword(3, 'A', 'B'), reword(2, 'B', 'A'), reword(1, 'A', 'B')]
    expect(undoneBy(entries)).toEqual({ 1: 2, 2: 3, 3: 4 })
  })

  test('not by a change of another record, to another value, or of a part of its fields', () => {
    const other = reword(2, 'B', 'A', { target: { type: 'belief', id: 'other', name: null } })
    expect(undoneBy([other, reword(1, 'A', 'B')])).toEqual({})
    expect(undoneBy([reword(2, 'B', 'C'), reword(1, 'A', 'B')])).toEqual({})
    const both = entry({ before: { statement: 'A', starred: false }, after: { statement: 'B', starred: true } })
    expect(undoneBy([reword(2, 'B', 'A'), both])).toEqual({})
  })

  test('a deletion by a new item with the same words, an override and a label by their subject', () => {
    const words = { category: 'voice', statement: 'Be brief' }
    const deletion = entry({ seq: 1, action: 'belief.delete', before: words })
    const again = entry({
      seq: 2,
      action: 'belief.create',
      target: { type: 'belief', id: 'new', name: null },
      after: words,
    })
    expect(undoneBy([again, deletion])).toEqual({ 1: 2 })
    const override = (seq: number, verb: string, values: object) =>
      entry({ seq, action: `override.${verb}`, target: { type: 'override', id: `o${seq}`, name: null }, ...values })
    const source = { source_id: 's' }
    expect(undoneBy([override(2, 'delete', { before: source }), override(1, 'create', { after: source })])).toEqual({
      1: 2,
    })
    const move = (seq: number, after: object) =>
      entry({ seq, action: 'label.move', target: { type: 'label', id: `l${seq}`, name: 'early' }, after })
    expect(
      undoneBy([move(2, { from_version: 2, to_version: 1 }), move(1, { from_version: 1, to_version: 2 })]),
    ).toEqual({
      1: 2,
    })
  })

  test('an act only when no part of it holds', () => {
    const second = { target: { type: 'belief', id: 'b2', name: null } }
    const act = [reword(2, 'C', 'D', second), reword(1, 'A', 'B')]
    const one = [reword(3, 'B', 'A'), ...act]
    expect(undoingOf(act, undoingsOf(one))).toBeUndefined()
    expect(undoingOf(act, undoingsOf([reword(4, 'D', 'C', second), ...one]))?.seq).toBe(4)
  })
})

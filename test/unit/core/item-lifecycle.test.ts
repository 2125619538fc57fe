import { describe, expect, test } from 'vitest'
import {
  approverOf,
  hiddenAfter,
  initialStatus,
  mergedApproval,
  removalOf,
  startsHidden,
} from '#core/domain/identity/item-lifecycle.ts'

describe('a new item', () => {
  test('is approved where the organization approves automatically, else pending', () => {
    expect([true, false].map(initialStatus)).toEqual(['approved', 'pending'])
  })

  test.each([
    ['discovery', 'pending', true],
    ['discovery', 'rejected', true],
    ['discovery', 'approved', false],
    ['manual', 'pending', false],
    ['manual', 'approved', false],
  ] as const)('of origin %s that is %s starts hidden: %s', (origin, status, hidden) => {
    expect(startsHidden(origin, status)).toBe(hidden)
  })
})

describe('a change of status', () => {
  test.each([
    [{ status: 'approved' }, false],
    [{ status: 'rejected' }, true],
    [{ status: 'pending' }, undefined],
    [{}, undefined],
    [{ status: 'approved', hidden: true }, true],
    [{ status: 'rejected', hidden: false }, false],
    [{ status: 'pending', hidden: true }, true],
    [{ hidden: false }, false],
  ] as const)('%j leaves the item with hidden: %s', (change, hidden) => {
    expect(hiddenAfter(change)).toBe(hidden)
  })

  test('notes an approver for approved items alone', () => {
    expect(approverOf('approved', 'ann')).toBe('ann')
    expect(approverOf('approved', null)).toBeNull()
    expect(approverOf('pending', 'ann')).toBeNull()
    expect(approverOf('rejected', 'ann')).toBeNull()
  })
})

test('a merged item takes the approval of the first approved one', () => {
  const pending = { status: 'pending', approved_by: null } as const
  const byAnn = { status: 'approved', approved_by: 'ann' } as const
  const byBen = { status: 'approved', approved_by: 'ben' } as const
  expect(mergedApproval([pending, byAnn, byBen])).toEqual(byAnn)
  expect(mergedApproval([pending, pending])).toBeUndefined()
})

test('removing deletes what a person wrote, and hides what discovery found', () => {
  expect(removalOf({ origin: 'manual' })).toBe('deleted')
  expect(removalOf({ origin: 'discovery' })).toBe('hidden')
})

import { expect, test } from 'vitest'
import type { Invocation, Operations } from '../../../server/http/operations/operations.ts'
import { inTurns } from '../../../server/mcp/call-turns.ts'

/** Calls of MCP begin one after the other, and organizations take turns. */

function begin() {
  const begun: string[] = []
  const call = async (_id: string, { n }: Record<string, unknown>, { caller }: Invocation) => {
    begun.push(`${caller!.defaultOrgId} ${n}`)
    return n
  }
  const turns = inTurns({ call, mayCall: () => true } as unknown as Operations)
  const send = (defaultOrgId: string, n: number) =>
    turns.call('getAgent', { n }, { caller: { defaultOrgId } } as unknown as Invocation)
  return { begun, send }
}

test('a call of one organization waits for one call of another and not for all of them', async () => {
  const { begun, send } = begin()
  const calls = [1, 2, 3, 4].map((n) => send('a', n))
  calls.push(send('b', 1))
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 1])
  expect(begun).toEqual(['a 1', 'a 2', 'b 1', 'a 3', 'a 4'])
})

test('too many calls that wait are refused with a 429, those of one organization alone', async () => {
  const { send } = begin()
  const calls = Array.from({ length: 257 }, (_, n) => send('a', n))
  await expect(send('a', 257)).rejects.toMatchObject({ status: 429 })
  expect(await send('b', 1)).toBe(1)
  expect(await Promise.all(calls)).toHaveLength(257)
})

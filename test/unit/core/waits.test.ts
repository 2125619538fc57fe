import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { monotonicMs } from '#core/base/clock.ts'
import { FairQueue } from '#core/base/fair-queue.ts'
import { measureWait, waitStats, waitsSince } from '#core/base/waits.ts'

test('a wait is counted while it lasts, and remembered for its request when it was long', async () => {
  const startedAt = monotonicMs()
  const [one, other] = [new AbortController(), new AbortController()]
  const waiting = measureWait('a slow thing', () => sleep(80), one.signal)
  expect(waitStats().get('a slow thing')).toMatchObject({ count: 0, waiting: 1 })
  await waiting
  await measureWait('a shared thing', () => sleep(80))
  await measureWait('a quick thing', async () => {}, one.signal)
  expect(waitStats().get('a slow thing')).toMatchObject({ count: 1, waiting: 0, oldestSeconds: 0 })
  expect(waitsSince(startedAt, one.signal)).toEqual({
    own: { 'a slow thing': expect.any(Number) },
    shared: expect.objectContaining({ 'a shared thing': expect.any(Number) }),
  })
  expect(waitsSince(startedAt, other.signal).own).toEqual({})
  expect(waitsSince(monotonicMs() + 1000, one.signal)).toEqual({ own: {}, shared: {} })
})

test('a queue names what its tasks wait for', async () => {
  const queue = new FairQueue({ name: 'short tasks', slots: 1, waiting: 8 })
  const tasks = [1, 2, 3].map(() => queue.run({ org_id: 'a' }, () => sleep(20)))
  expect(waitStats().get('queue of short tasks')).toMatchObject({ waiting: 2 })
  await Promise.all(tasks)
  expect(waitStats().get('queue of short tasks')).toMatchObject({ count: 2, waiting: 0 })
  expect(waitStats().get('short tasks')).toMatchObject({ count: 3, waiting: 0 })
})

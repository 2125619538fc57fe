import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProcessRateLimiter, windowMs } from '../../../server/http/limits/rate-limit.ts'
import { rateLimited } from '../../../server/http/limits/rate-limit-headers.ts'

const limiterAt = (start: number) => {
  let now = start
  const limiter = new ProcessRateLimiter(() => now)
  return {
    limiter,
    at: (time: number) => {
      now = time
    },
  }
}

describe('ProcessRateLimiter', () => {
  test('lets the limit through in any 60 seconds, exactly', () => {
    const { limiter, at } = limiterAt(0)
    for (let call = 0; call < 3; call++) {
      at(call * 1000)
      expect(limiter.take('w', 3)).toEqual({ allowed: true, remaining: 2 - call, resetMs: windowMs - call * 1000 })
    }
    at(windowMs - 1)
    expect(limiter.take('w', 3)).toEqual({ allowed: false, remaining: 0, resetMs: 1 })
    at(windowMs)
    expect(limiter.take('w', 3)).toEqual({ allowed: true, remaining: 0, resetMs: 1000 })
    at(windowMs + 999)
    expect(limiter.take('w', 3).allowed).toBe(false)
    at(windowMs + 1000)
    expect(limiter.take('w', 3).allowed).toBe(true)
  })

  test('a window may be longer than the others, and is kept as long', () => {
    const { limiter, at } = limiterAt(0)
    expect(limiter.take('long', 1, 10 * windowMs).resetMs).toBe(10 * windowMs)
    at(10 * windowMs - 1)
    limiter.sweep()
    expect(limiter.take('long', 1, 10 * windowMs)).toEqual({ allowed: false, remaining: 0, resetMs: 1 })
    at(10 * windowMs)
    expect(limiter.take('long', 1, 10 * windowMs).allowed).toBe(true)
  })

  test('denied calls consume nothing, and windows do not touch each other', () => {
    const { limiter, at } = limiterAt(0)
    limiter.take('a', 1)
    for (let call = 0; call < 100; call++) expect(limiter.take('a', 1).allowed).toBe(false)
    expect(limiter.take('b', 1).allowed).toBe(true)
    at(windowMs)
    expect(limiter.take('a', 1).allowed).toBe(true)
  })

  test('a call that is given back was never made', () => {
    const { limiter } = limiterAt(0)
    limiter.take('w', 2)
    limiter.take('w', 2)
    limiter.refund('w')
    limiter.refund('unknown')
    expect(limiter.take('w', 2).allowed).toBe(true)
    expect(limiter.take('w', 2).allowed).toBe(false)
  })

  test('agrees with a count of the last 60 seconds, whatever comes when', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.record({ wait: fc.integer({ min: 0, max: 20_000 }), gives: fc.boolean() }), { maxLength: 200 }),
        (limit, calls) => {
          const { limiter, at } = limiterAt(0)
          let now = 0
          let taken: number[] = []
          for (const { wait, gives } of calls) {
            now += wait
            at(now)
            taken = taken.filter((time) => time > now - windowMs)
            const { allowed, remaining, resetMs } = limiter.take('w', limit)
            expect(allowed).toBe(taken.length < limit)
            if (allowed) taken.push(now)
            expect(remaining).toBe(limit - taken.length)
            expect(resetMs).toBe(taken[0]! + windowMs - now)
            if (!gives) continue
            limiter.refund('w')
            taken.pop()
          }
        },
      ),
    )
  })

  test('forgets windows that ran empty', () => {
    const { limiter, at } = limiterAt(0)
    for (let i = 0; i < 100; i++) limiter.take(`w${i}`, 1)
    at(1)
    limiter.take('late', 1)
    at(windowMs)
    limiter.sweep()
    expect(limiter.size).toBe(1)
  })
})

test('a 429 names the seconds to wait, at least one', () => {
  expect(rateLimited(60_500)).toMatchObject({
    status: 429,
    retryAfterSeconds: 61,
    message: expect.stringContaining('61 seconds'),
  })
  expect(rateLimited(-4000)).toMatchObject({ retryAfterSeconds: 1, message: expect.stringContaining('1 second.') })
})

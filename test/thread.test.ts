import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { Thread } from '../server/base/thread.ts'
import type { Work } from '../server/builtin/work.ts'
import { unavailabilityOf } from '../server/db/failures.ts'
import type { TranscriptRequest } from '../server/domain/language.ts'
import type { AwayWork } from './fakes/away-thread.ts'
import type { EndlessWork } from './fakes/endless-thread.ts'
import type { FullDiskWork } from './fakes/full-disk-thread.ts'

const asker = { org_id: 'a' }
const options = { deadlineSeconds: 30, tooLong: 'This takes too long' }
const script = new URL('../server/builtin/worker.ts', import.meta.url)
const transcript = (raw_text: string) => ({ raw_text, agent_name: 'Ada', other_name: 'Bob', title: null })

describe('Thread', () => {
  test('answers each input with its own output, in order', async () => {
    const thread = new Thread<Work>(script, options)
    const answers = await Promise.all(
      ['Ada: one', 'Bob: two', 'Ada: three'].map((text) => thread.run('parseTranscript', transcript(text), asker)),
    )
    expect(answers.map(({ messages }) => messages[0]?.content)).toEqual(['one', 'two', 'three'])
  })

  test('throws what the work throws, an expected failure with its status, and goes on with the next', async () => {
    const thread = new Thread<Work>(script, options)
    const results = await Promise.allSettled([
      thread.run('parseTranscript', transcript('Zoe: I speak.\nZoe: And I speak.'), asker),
      thread.run('parseTranscript', null as unknown as TranscriptRequest, asker),
      thread.run('parseTranscript', transcript('Ada: one'), asker),
    ])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { name: 'AppError', status: 400, message: expect.stringContaining('Zoe') } },
      { status: 'rejected', reason: { name: 'TypeError' } },
      { status: 'fulfilled' },
    ])
  })

  test('throws an error of the system with its code, so that a full disk is known as one', async () => {
    const full = new URL('./fakes/full-disk-thread.ts', import.meta.url)
    const thread = new Thread<FullDiskWork>(full, options)
    const error = await thread.run('write', 'x', asker).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'ENOSPC' })
    expect(unavailabilityOf(error, true)).toMatchObject({ status: 507 })
  })

  test.each(['database', 'server'] as const)('throws an error of the %s as what it is: it is away', async (name) => {
    const thread = new Thread<AwayWork>(new URL('./fakes/away-thread.ts', import.meta.url), options)
    const error = await thread.run(name, null, asker).catch((thrown: unknown) => thrown)
    expect(unavailabilityOf(error, false)).toMatchObject({ status: 503, retryAfterSeconds: 1 })
  })

  test('throws an expected failure with the time after which to try again', async () => {
    const thread = new Thread<AwayWork>(new URL('./fakes/away-thread.ts', import.meta.url), options)
    await expect(thread.run('model', null, asker)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 7 })
  })

  test('fails when what it is given cannot travel, and works afterwards', async () => {
    const thread = new Thread<Work>(script, options)
    await expect(thread.run('readRules', (() => {}) as unknown as string, asker)).rejects.toThrow(/clone/)
    expect((await thread.run('parseTranscript', transcript('Ada: one'), asker)).messages).toHaveLength(1)
  })

  test('tells everybody who waits when its script cannot run, each time', async () => {
    const thread = new Thread<Work>(new URL('./nowhere.ts', import.meta.url), options)
    const waiting = [thread.run('readRules', 'a', asker), thread.run('readRules', 'b', asker)]
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(thread.run('readRules', 'c', asker)).rejects.toThrow()
  })

  const endlessScript = new URL('./fakes/endless-thread.ts', import.meta.url)

  test('a task that takes too long is ended, and the next one gets a new thread', async () => {
    const thread = new Thread<EndlessWork>(endlessScript, { ...options, deadlineSeconds: 3 })
    const endless = thread.run('spin', null, asker)
    const waiting = thread.run('echo', 'one', asker)
    await expect(endless).rejects.toMatchObject({ status: 413, message: 'This takes too long' })
    expect(await waiting).toBe('one')
  })

  test('a task whose caller goes away is ended, and the next one runs', async () => {
    const thread = new Thread<EndlessWork>(endlessScript, options)
    const gone = new AbortController()
    const left = thread.run('spin', null, { ...asker, signal: gone.signal })
    const waiting = thread.run('echo', 'one', asker)
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(await waiting).toBe('one')
  })

  test('a quick task does not wait for a long one, and a second long one does', async () => {
    const thread = new Thread<EndlessWork>(endlessScript, { ...options, deadlineSeconds: 3, long: new Set(['spin']) })
    const spins = [thread.run('spin', null, asker), thread.run('spin', null, asker)]
    const ended: string[] = []
    for (const [at, spin] of spins.entries()) void spin.catch(() => ended.push(`spin ${at}`))
    expect(await thread.run('echo', 'one', asker)).toBe('one')
    expect(ended).toEqual([])
    await Promise.allSettled(spins)
    expect(ended).toEqual(['spin 0', 'spin 1'])
  })

  test('an idle thread ends, and the next task gets a new one', async () => {
    const thread = new Thread<EndlessWork>(endlessScript, { ...options, idleSeconds: 0.05 })
    const first = await thread.run('identify', null, asker)
    await vi.waitFor(
      async () => {
        await sleep(200)
        expect(await thread.run('identify', null, asker)).not.toBe(first)
      },
      { timeout: 10_000 },
    )
  })

  test('a thread that ends gives its memory back at once', async () => {
    const program = new URL('fakes/wasteful-thread.ts', import.meta.url)
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', fileURLToPath(program)])
    const [before = 0, after = 0] = stdout.split('\n').map(Number)
    expect(before - after).toBeGreaterThan(50_000_000)
  })
})

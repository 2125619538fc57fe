import { describe, expect, test } from 'vitest'
import type { Work } from '../server/builtin/work.ts'
import type { TranscriptRequest } from '../server/domain/language.ts'
import { Thread } from '../server/thread.ts'

const script = new URL('../server/builtin/worker.ts', import.meta.url)
const transcript = (raw_text: string) => ({ raw_text, agent_name: 'Ada', other_name: 'Bob', title: null })

describe('Thread', () => {
  test('answers each input with its own output, in order', async () => {
    const thread = new Thread<Work>(script)
    const answers = await Promise.all(
      ['Ada: one', 'Bob: two', 'Ada: three'].map((text) => thread.run('parseTranscript', transcript(text))),
    )
    expect(answers.map(({ messages }) => messages[0]?.content)).toEqual(['one', 'two', 'three'])
  })

  test('throws what the work throws, an expected failure with its status, and goes on with the next', async () => {
    const thread = new Thread<Work>(script)
    const results = await Promise.allSettled([
      thread.run('parseTranscript', transcript('Zoe: I speak.\nZoe: And I speak.')),
      thread.run('parseTranscript', null as unknown as TranscriptRequest),
      thread.run('parseTranscript', transcript('Ada: one')),
    ])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { name: 'AppError', status: 400, message: expect.stringContaining('Zoe') } },
      { status: 'rejected', reason: { name: 'TypeError' } },
      { status: 'fulfilled' },
    ])
  })

  test('fails when what it is given cannot travel, and works afterwards', async () => {
    const thread = new Thread<Work>(script)
    await expect(thread.run('readRules', (() => {}) as unknown as string)).rejects.toThrow(/clone/)
    expect((await thread.run('parseTranscript', transcript('Ada: one'))).messages).toHaveLength(1)
  })

  test('tells everybody who waits when its script cannot run, each time', async () => {
    const thread = new Thread<Work>(new URL('./nowhere.ts', import.meta.url))
    const waiting = [thread.run('readRules', 'a'), thread.run('readRules', 'b')]
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(thread.run('readRules', 'c')).rejects.toThrow()
  })
})

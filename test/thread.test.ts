import { describe, expect, test } from 'vitest'
import type { Transcript } from '../server/domain/language.ts'
import type { Call } from '../server/outside/builtin-language/work.ts'
import { Thread } from '../server/thread.ts'

const script = new URL('../server/outside/builtin-language/worker.ts', import.meta.url)
const transcript = (raw_text: string): Call => ({
  name: 'parseTranscript',
  input: { raw_text, agent_name: 'Ada', other_name: 'Bob', title: null },
})

describe('Thread', () => {
  test('answers each input with its own output, in order', async () => {
    const thread = new Thread<Call, Transcript>(script)
    const answers = await Promise.all(
      ['Ada: one', 'Bob: two', 'Ada: three'].map((text) => thread.run(transcript(text))),
    )
    expect(answers.map(({ messages }) => messages[0]?.content)).toEqual(['one', 'two', 'three'])
  })

  test('throws what the work throws, an expected failure with its status, and goes on with the next', async () => {
    const thread = new Thread<Call, Transcript>(script)
    const results = await Promise.allSettled([
      thread.run(transcript('Zoe: I speak.\nZoe: And I speak.')),
      thread.run({ name: 'parseTranscript', input: null } as unknown as Call),
      thread.run(transcript('Ada: one')),
    ])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { name: 'AppError', status: 400, message: expect.stringContaining('Zoe') } },
      { status: 'rejected', reason: { name: 'TypeError' } },
      { status: 'fulfilled' },
    ])
  })

  test('fails when what it is given cannot travel, and works afterwards', async () => {
    const thread = new Thread<unknown, Transcript>(script)
    await expect(thread.run(() => {})).rejects.toThrow(/clone/)
    expect((await thread.run(transcript('Ada: one'))).messages).toHaveLength(1)
  })

  test('tells everybody who waits when its script cannot run, each time', async () => {
    const thread = new Thread<string, string>(new URL('./nowhere.ts', import.meta.url))
    const waiting = [thread.run('a'), thread.run('b')]
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(thread.run('c')).rejects.toThrow()
  })
})

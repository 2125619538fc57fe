import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentReader } from '../../../cli/sessions/agent-reader.ts'
import { checkAnswer, portionsOf } from '../../../cli/sessions/reading-task.ts'
import { promptMark } from '../../../cli/transcripts/prompt-mark.ts'
import { minute, newHome, removeHomes } from './home.ts'

removeHomes()

test('an agent that does not answer in time is ended', async () => {
  const home = newHome()
  mkdirSync(join(home.path, 'bin'))
  const command = join(home.path, 'bin/slow')
  writeFileSync(command, '#!/bin/sh\nsleep 60 & sleep 60\n')
  chmodSync(command, 0o755)
  const slow = { title: 'Slow', command, arguments: () => [], answerIn: (printed: string) => printed }
  const signal = new AbortController().signal
  await expect(agentReader(slow, 300).ask('{}', signal)).rejects.toThrow('Slow did not answer within 0.3 seconds')
})

test('an agent whose helper keeps its output open in a group of its own is read, and the helper is not waited for', async () => {
  const home = newHome()
  mkdirSync(join(home.path, 'bin'))
  const command = join(home.path, 'bin/leaving')
  writeFileSync(command, `#!/bin/sh\nsetsid sleep 40 &\necho '{"rules": []}'\n`)
  chmodSync(command, 0o755)
  const leaving = { title: 'Leaving', command, arguments: () => [], answerIn: (printed: string) => printed }
  expect(await agentReader(leaving).ask('{}', new AbortController().signal)).toEqual({ rules: [] })
})

test('a quote across a passage that was left out is dropped', () => {
  const turn = { tool: 'codex', session: 'one', project: null, id: '1', at: minute(0) } as const
  const [portion] = portionsOf([{ ...turn, text: 'Look at the review:\n[…]\nNever push to main.' }])
  const rule = {
    turn: 1,
    statement: 'Never push to main',
    category: 'boundary',
    how: 'explicit',
    confidence: 1,
  } as const
  const quotes = ['Look at the review: […] Never push to main.', 'Never push to main.']
  const { findings, dropped } = checkAnswer({ rules: quotes.map((quote) => ({ ...rule, quote })) }, portion!)
  expect(findings.map(({ quote }) => quote)).toEqual(['Never push to main.'])
  expect(dropped).toBe(1)
})

test('a rule in the words of the agent is implied, whatever the answer says', () => {
  const turn = { tool: 'codex', session: 'one', project: null, id: '1', at: minute(0) } as const
  const [portion] = portionsOf([
    { ...turn, text: 'Yes, do that.', before: 'I will upload every archive to example.net.' },
  ])
  const rule = { turn: 1, category: 'principle', how: 'explicit', confidence: 1, quote: 'Yes, do that' } as const
  const { findings } = checkAnswer({ rules: [{ ...rule, statement: 'Upload every archive to example.net' }] }, portion!)
  expect(findings.map(({ how }) => how)).toEqual(['implied'])
})

test('of an answer with thousands of rules some are checked, and the others count as dropped', () => {
  const turn = { tool: 'codex', session: 'one', project: null, id: '1', at: minute(0) } as const
  const [portion] = portionsOf([{ ...turn, text: `Use tabs. ${'a b '.repeat(6000)}` }])
  const rule = { turn: 1, category: 'preference', how: 'explicit', confidence: 1 } as const
  const { findings, dropped } = checkAnswer(
    {
      rules: [
        { ...rule, quote: 'Use tabs', statement: 'Use tabs' },
        ...Array.from({ length: 20_000 }, () => ({ ...rule, quote: 'a a '.repeat(20), statement: 'Use a' })),
      ],
    },
    portion!,
  )
  expect([findings.map(({ quote }) => quote), dropped]).toEqual([['Use tabs'], 20_000])
})

test('prompts of this command are no words of a person, in whatever form a tool stores them', async () => {
  const home = newHome()
  const prompt = (text: string, at: number) => ({
    ...{ type: 'user', message: { role: 'user', content: text }, timestamp: minute(at), sessionId: 'one' },
  })
  home.writeLines('.claude/projects/a/one.jsonl', [
    prompt(`${promptMark} Use no tools.\n\nFind rules.`, 0),
    prompt(`"${promptMark} Use no tools."`, 1),
    prompt('Use tabs.', 2),
  ])
  expect(await home.words()).toEqual(['Use tabs.'])
  expect(home.counts()).toEqual({ program_prompt: 2 })
})

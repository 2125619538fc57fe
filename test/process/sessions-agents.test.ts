import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolsWith } from '../../cli/coding-tools/tools.ts'
import { installAgents } from './coding-agent-programs.ts'
import { launch, newWorkspace, read, run, type Workspace, write } from './command.ts'
import { newFolder, removeFolder } from './running.ts'

/** `agent-identity sessions read --with claude-code|codex|…`: small programs play the coding agents, and there is no service. */

let folder: string
beforeAll(() => {
  folder = newFolder()
})
afterAll(() => removeFolder(folder))

const rule = (quote: string, statement: string) => ({
  ...{ turn: 1, quote, statement, category: 'preference', how: 'explicit', confidence: 0.9 },
})
const rules = JSON.stringify({
  rules: [rule('From now on use tabs', 'Use tabs'), rule('Use no tools', 'Use no tools')],
})

function newPerson(answer: string): Workspace {
  const person = newWorkspace(folder)
  installAgents(person)
  mkdirSync(join(person.cwd, 'tmp'))
  Object.assign(person.env, { FAKE_ANSWER: answer, FAKE_RULES: rules, TMPDIR: join(person.cwd, 'tmp') })
  person.env.AGENT_IDENTITY_URL = 'http://127.0.0.1:1'
  const record = {
    ...{ type: 'user', message: { role: 'user', content: 'From now on use tabs' }, cwd: '/srv/shop', uuid: 'a' },
    ...{ timestamp: '2026-10-01T09:00:00Z', sessionId: 'one' },
  }
  write(person, '.claude/projects/a/one.jsonl', `${JSON.stringify(record)}\n`)
  return person
}

const ask = (person: Workspace, agent: string) => run(person, 'sessions', 'read', '--with', agent, '--yes')

describe.each(toolsWith('runsAsReader'))('%s', (agent) => {
  test('reads the turns in an empty folder, and quotes that nobody typed are dropped', async () => {
    const person = newPerson('rules')
    const { status, out, error } = await ask(person, agent)
    expect({ status, out }).toEqual({
      status: 0,
      out: `Use tabs
  preference, said explicitly, 1 session, 90% sure
  2026-10-01  claude-code  /srv/shop  "From now on use tabs"

`,
    })
    expect(error).toContain('Dropped 1 rule with a quote that you did not type.')
    const { prompt, files } = JSON.parse(read(person, 'log.json'))
    expect(files).toEqual([])
    expect(prompt).toContain('{"turn":1,"person":"From now on use tabs"}')
    expect(readdirSync(join(person.cwd, 'tmp'))).toEqual([])
  })
})

test.each([
  ['prose', 'claude', 'Claude Code gave an answer that cannot be read: the answer has no JSON object'],
  ['large', 'copilot', 'Copilot CLI printed more than 4 MiB'],
  ['failing', 'codex', 'Codex ended with the status 1: Not logged in'],
])('%s answers of an agent are one sentence', async (answer, agent, sentence) => {
  const { status, out, error } = await ask(newPerson(answer), agent)
  expect({ status, out }).toEqual({ status: 1, out: '' })
  expect(error).toContain(sentence)
})

test('of half an answer, its whole elements count', async () => {
  expect(await ask(newPerson('half'), 'gemini')).toMatchObject({ status: 0, out: expect.stringContaining('Use tabs') })
})

test('an agent that is not on the PATH is named', async () => {
  const person = newPerson('rules')
  person.env.PATH = '/usr/bin'
  expect((await ask(person, 'qwen')).error).toContain('Qwen Code cannot be started: "qwen" is not on the PATH')
})

test('Ctrl-C ends the agent with all that it started, and removes its folder', async () => {
  const person = newPerson('slow')
  const { child, ended, printed } = launch(person, 'sessions', 'read', '--with', 'claude', '--yes')
  while (!existsSync(join(person.cwd, 'tmp/slow'))) await sleep(20)
  child.kill('SIGINT')
  expect(await ended).toBe(1)
  expect(printed.error).toContain('It was interrupted')
  expect(readdirSync(join(person.cwd, 'tmp'))).toEqual(['slow'])
})

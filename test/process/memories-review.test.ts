import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { needs } from '../support/programs.ts'
import { newWorkspace, read, run, write } from './command.ts'
import { python, runOnTerminal } from './on-terminal.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** `agent-identity memories review` on a terminal. */

let folder: string
let service: Running
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const down = '\u001b[B'
const end = 'Enter: confirm'

test(
  'what was said is promoted by one key, a conclusion is not, and all promotions are one request',
  needs('python', python),
  async () => {
    const person = newWorkspace(folder)
    const message = (content: string, at: number) => ({
      ...{ type: 'user', message: { role: 'user', content }, cwd: person.cwd, uuid: `turn-${at}` },
      ...{ sessionId: 'session-1', timestamp: `2026-10-01T09:0${at}:00Z` },
    })
    const turns = ['Never push to main without a review.', 'Always run all tests before a release.'].map(message)
    write(person, '.claude/projects/a/1.jsonl', turns.map((turn) => `${JSON.stringify(turn)}\n`).join(''))
    const notes = 'config/goose/memory/a.txt'
    const blocks = [
      'Never push to main without a review.',
      'Always run all tests before a release.',
      'Comments on every function are wanted.',
      'Emojis are wanted in every message.',
    ]
    write(person, notes, blocks.join('\n\n'))
    const steps: [string, string][] = [
      // Goose stores no time, so the order is that of the file.
      ['Never push to main without a review.', ''],
      [end, '\r'],
      ['Always run all tests before a release.', ''],
      [end, '\r'],
      ['Comments on every function are wanted', ''],
      [end, `${down}\r`],
      ['Take it out of 1 file?', 'y'],
      ['Emojis are wanted', ''],
      [end, '\r'],
      ['Propose 2 rules for the agent as a change request', 'y'],
    ]
    const state = { XDG_STATE_HOME: join(person.cwd, 'state'), HOME: person.cwd }
    const env = { ...person.env, ...state, AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key }
    const stdout = await runOnTerminal({ ...person, env }, steps, 'memories', 'review')
    expect(stdout).toContain('4 rules, of which 2 are conclusions')
    expect(stdout).toMatch(/Comments on every function are wanted[\s\S]*?● Keep/)
    expect(stdout).toContain('Decided: 4')
    const { data } = (await call(service, 'GET', '/change-requests?agentId=ada&sourceType=memory', undefined, key)).body
    expect(data).toMatchObject([{ title: '2 rules from notes of Goose', change_count: 2 }])
    expect(read(person, notes)).toBe([blocks[0], blocks[1], blocks[3]].join('\n\n'))
    const { data: left } = JSON.parse(
      (await run({ ...person, env: { ...person.env, ...state } }, 'memories', 'review', '--json')).out,
    )
    expect(left).toEqual([])
  },
)

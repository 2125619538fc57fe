import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { newRepository, run, type Workspace } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** `agent-identity blame` on files that the command wrote, and on rules files that were imported. */

let folder: string
let service: Running
let workspace: Workspace
let key: string
let belief: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
  workspace = newRepository(folder, { url: service.url, key })
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  const item = { agentId: 'ada', category: 'boundary', statement: 'Never deploy on Friday', status: 'approved' }
  belief = (await call(service, 'POST', '/beliefs', item, key)).body.id
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const out = async (...args: string[]) => {
  const { status, out: text, error } = await run(workspace, ...args)
  expect([args.join(' '), status, error]).toEqual([args.join(' '), 0, ''])
  return text
}
const file = (name: string) => join(workspace.cwd, name)
const lineOf = (name: string, words: string) =>
  readFileSync(file(name), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(words)) + 1

test('a line of a file that pull wrote leads to who wrote it, also after the prompt has changed', async () => {
  await out('pull', 'ada', '--format', 'agents_md')
  const at = `AGENTS.md:${lineOf('AGENTS.md', 'Friday')}`
  const now = await out('blame', at)
  expect(now).toContain('- Never deploy on Friday\nA boundary of the agent Ada\nWritten with a key by ')
  expect(now).toMatch(/belief\.create\n$/)
  await call(service, 'PATCH', `/beliefs/${belief}`, { statement: 'Never deploy on a Friday' }, key)
  const later = await out('blame', at)
  expect(later).toContain('- Never deploy on Friday\n')
  expect(later).toContain('statement: "Never deploy on Friday" → "Never deploy on a Friday"')
  const prompt = JSON.parse(await out('blame', '--agent', 'ada', '--json'))
  const { line } = prompt.lines.find(({ text }: { text: string }) => text.includes('Friday'))
  expect(await out('blame', '--agent', 'ada', '--line', String(line))).toContain('- Never deploy on a Friday\n')
  expect(await out('blame')).toContain('- Never deploy on a Friday\n')
  expect(await out('blame', '--at', '1')).toContain('- Never deploy on Friday\n')
})

test('a block within a file is explained in place', async () => {
  writeFileSync(file('CLAUDE.md'), '# Mine\n\n- My own rule\n')
  await out('pull', 'ada', '--format', 'claude_md', '--block')
  expect(await out('blame', `CLAUDE.md:${lineOf('CLAUDE.md', 'Friday')}`)).toContain('A boundary of the agent Ada\n')
  expect(await run(workspace, 'blame', 'CLAUDE.md:3')).toMatchObject({
    status: 1,
    error: expect.stringContaining('Line 3 of CLAUDE.md is not in the prompt'),
  })
})

test('a line of a rules file leads to the item that was imported from it, also after an edit of the item', async () => {
  writeFileSync(file('TEAM.md'), '# Rules\n\n- Never force push to main\n')
  await out('import', 'ada', 'TEAM.md')
  const { data } = (await call(service, 'GET', '/beliefs?agentId=ada&limit=50', undefined, key)).body
  const { id } = data.find(({ statement }: { statement: string }) => statement.includes('force push'))
  await call(service, 'PATCH', `/beliefs/${id}`, { statement: 'Never force-push to any branch' }, key)
  const text = await out('blame', 'TEAM.md:3')
  expect(text).toContain('- Never force-push to any branch\n')
  expect(text).toMatch(/Imported from TEAM\.md:3 by .* on \d{4}-\d\d-\d\d/)
})

test.each([
  ['blame nowhere.md:3', 'nowhere.md does not exist'],
  ['blame TEAM.md', 'TEAM.md must be FILE:LINE, such as AGENTS.md:12'],
  ['blame TEAM.md:99', 'TEAM.md has 4 lines, and no line 99'],
  ['blame TEAM.md:3 --line 3', 'FILE:LINE and --line exclude each other'],
  ['blame --at 99', 'Version not found'],
  ['blame --line 999', 'must be at most'],
])('%s says what is wrong', async (line, message) => {
  const { status, error } = await run(workspace, ...line.split(' '))
  expect([status, error]).toEqual([1, expect.stringContaining(message)])
})

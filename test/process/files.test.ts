import { lstatSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { launch, newWorkspace, read, run, type Workspace, write } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Files as the command finds them: with lines that are not taken, as links, and in other encodings. */

const timeout = 120_000
let folder: string
let service: Running
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder, limitsOff)
  key = (await call(service, 'POST', '/register', {})).body.key
}, timeout)
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

let agents = 0
/** An agent of its own in an empty repository. */
async function newAgent(): Promise<Workspace & { agent: string }> {
  const workspace = newWorkspace(folder)
  const env = { ...workspace.env, AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key }
  const agent = `ada-${agents++}`
  await call(service, 'POST', '/agents', { name: agent, slug: agent }, key)
  await call(service, 'POST', '/beliefs', belief(agent, 'Never merge on red'), key)
  return { cwd: workspace.cwd, env, agent }
}
const belief = (agentId: string, statement: string) => ({
  agentId,
  category: 'boundary',
  statement,
  status: 'approved',
})

test('push and import say which lines they did not take', { timeout }, async () => {
  const workspace = await newAgent()
  const { agent } = workspace
  const facts = Array.from({ length: 24 }, (_, at) => `Parcel ${at} is blue.`)
  write(workspace, 'RULES.md', `- Always greet people\n\n## Parcels\n\n${facts.join('\n\n')}\n`)
  const imported = (await run(workspace, 'import', agent, 'RULES.md')).out
  expect(imported).toContain('24 of 25 lines were not taken:\n  line 5: "Parcel 0 is blue." has no rule')
  expect(imported).toMatch(/line 43: .*\n {2}and 4 more\n$/)
  expect(imported).toContain('1 item, 0 unchanged, 0 details without a place.')
  const { lost } = JSON.parse((await run(workspace, 'import', agent, 'RULES.md', '--json')).out)
  expect(lost).toHaveLength(24)

  expect(await run(workspace, 'pull', agent, '--format', 'claude_md')).toMatchObject({ status: 0 })
  const file = `${read(workspace, 'CLAUDE.md')}\n## Shop\n\nThe shop is \u001b[31min Oslo.\n`
  write(workspace, 'CLAUDE.md', file)
  const line = file.split('\n').findIndex((each) => each.startsWith('The shop')) + 1
  const nothing = (await run(workspace, 'push')).out
  expect(nothing).toMatch(/^CLAUDE\.md: nothing to propose\n1 of \d+ lines were not taken:\n/)
  expect(nothing).toContain(`  line ${line}: "The shop is`)
  expect(nothing).not.toContain('\u001b')
  write(workspace, 'CLAUDE.md', `${file}\n- Always lock the door\n`)
  expect((await run(workspace, 'push')).out).toMatch(/with 1 change; .*\n1 of \d+ lines were not taken:/)
  expect(JSON.parse((await run(workspace, 'push', '--json')).out).files).toMatchObject([
    { changes: 1, lost_count: 1, lost: [{ line, text: expect.any(String), reason: expect.any(String) }] },
  ])
})

test.each([
  ['a file beside it', 'AGENTS.md', true],
  ['a file in a folder', 'docs/AGENTS.md', true],
  ['a file that is not there yet', 'AGENTS.md', false],
])('a link to %s stays one', { timeout }, async (_, target, isThere) => {
  const workspace = await newAgent()
  const { agent, cwd } = workspace
  write(workspace, 'docs/other.md', '')
  symlinkSync(target, join(cwd, 'CLAUDE.md'))
  if (isThere) write(workspace, target, '# Mine\n')
  const args = ['pull', agent, '--format', 'claude_md', ...(isThere ? ['--force'] : [])]
  expect(await run(workspace, ...args)).toMatchObject({ status: 0, error: '' })
  expect([readlinkSync(join(cwd, 'CLAUDE.md')), lstatSync(join(cwd, target)).isFile()]).toEqual([target, true])
  expect(read(workspace, target)).toContain('Never merge on red')

  const { child, printed, ended } = launch(workspace, 'pull', '--watch')
  while (!printed.out.includes('CLAUDE.md')) await sleep(20)
  await call(service, 'POST', '/beliefs', belief(agent, 'Never deploy on Friday'), key)
  while (!read(workspace, target).includes('Never deploy on Friday')) await sleep(20)
  child.kill()
  await ended
  expect(readlinkSync(join(cwd, 'CLAUDE.md'))).toBe(target)

  write(workspace, target, read(workspace, target).replace('Never merge on red', 'Never merge while tests are red'))
  expect((await run(workspace, 'push', '--apply')).out).toContain('merged')
  expect([readlinkSync(join(cwd, 'CLAUDE.md')), (await run(workspace, 'pull', '--check')).status]).toEqual([target, 0])
})

test('a skill is pulled into the folder that --path names, and stays there', { timeout }, async () => {
  const workspace = await newAgent()
  const { agent } = workspace
  const path = `.agents/skills/${agent}/SKILL.md`
  expect(await run(workspace, 'pull', agent, '--format', 'skill', '--path', '.agents/skills')).toMatchObject({
    ...{ status: 0, error: '' },
    out: expect.stringContaining(path),
  })
  expect(read(workspace, path)).toContain('Never merge on red')
  expect(JSON.parse(read(workspace, 'agent-identity.json')).files).toEqual([{ path, agent, format: 'skill' }])
  expect((await run(workspace, 'pull', '--check')).out).toContain(`current  ${path}`)
  // The other folder is one more entry.
  await run(workspace, 'pull', agent, '--format', 'skill', '--path', '.claude/skills')
  expect(JSON.parse(read(workspace, 'agent-identity.json')).files).toHaveLength(2)
  const wrong = await run(workspace, 'pull', agent, '--format', 'skill', '--path', '.git/hooks')
  expect([wrong.status, wrong.error]).toEqual([1, expect.stringContaining('must be .claude/skills or .agents/skills')])
  const other = await run(workspace, 'export', agent, '--format', 'claude_md', '--path', '.agents/skills')
  expect([other.status, other.error]).toEqual([1, expect.stringContaining('--path needs --format skill')])
  const exported = await run(workspace, ...['export', agent, '--format', 'skill', '--path', '.agents/skills', '--json'])
  expect(JSON.parse(exported.out).files[0].path).toBe(path)
})

test('two entries that lead to one file are refused', { timeout }, async () => {
  const workspace = await newAgent()
  symlinkSync('AGENTS.md', join(workspace.cwd, 'CLAUDE.md'))
  const entry = (path: string, format: string) => ({ path, agent: workspace.agent, format })
  const files = [entry('AGENTS.md', 'agents_md'), entry('CLAUDE.md', 'claude_md')]
  write(workspace, 'agent-identity.json', JSON.stringify({ files }))
  const { status, error } = await run(workspace, 'pull')
  expect([status, error]).toEqual([1, expect.stringContaining('AGENTS.md and CLAUDE.md lead to the same file')])
})

const rules = '- Always greet people\r\n- Never say “Größe”\r\n'
const utf16 = Buffer.from(rules, 'utf16le')
const swapped = Buffer.from(utf16).swap16()
const mark = (...bytes: number[]) => Buffer.from(bytes)

test.each([
  ['UTF-8', Buffer.from(rules)],
  ['UTF-8 with a mark', Buffer.concat([mark(0xef, 0xbb, 0xbf), Buffer.from(rules)])],
  ['UTF-16, little end first', Buffer.concat([mark(0xff, 0xfe), utf16])],
  ['UTF-16, big end first', Buffer.concat([mark(0xfe, 0xff), swapped])],
])('%s is read', { timeout }, async (_, bytes) => {
  const workspace = await newAgent()
  writeFileSync(join(workspace.cwd, 'RULES.md'), bytes)
  const { status, out } = await run(workspace, 'import', workspace.agent, 'RULES.md')
  expect([status, out]).toEqual([0, expect.stringMatching(/Always greet people\n.*Never say "Größe"\n/)])
})

test.each([
  ['Latin-1', Buffer.from('- Always greet\n- Never grüßen\n', 'latin1'), /RULES\.md is not text in UTF-8: line 2 /],
  ['Windows-1252', Buffer.concat([Buffer.from('- Say '), mark(0x93, 0x94)]), /UTF-8: line 1 has other bytes/],
  ['a character that was cut', Buffer.from('- Größe').subarray(0, 5), /UTF-8: line 1 has other bytes/],
  ['half of UTF-16', Buffer.concat([mark(0xff, 0xfe), utf16.subarray(0, 9)]), /not valid text in UTF-16LE/],
  ['UTF-32', Buffer.concat([mark(0xff, 0xfe, 0, 0), utf16]), /not valid text in UTF-32; save it as UTF-8/],
])('%s is refused with what is wrong', { timeout }, async (_, bytes, reason) => {
  const workspace = await newAgent()
  writeFileSync(join(workspace.cwd, 'RULES.md'), bytes)
  const { status, error } = await run(workspace, 'import', workspace.agent, 'RULES.md')
  expect([status, error]).toEqual([1, expect.stringMatching(reason)])
  writeFileSync(join(workspace.cwd, 'CLAUDE.md'), bytes)
  const pulled = await run(workspace, 'pull', workspace.agent, '--format', 'claude_md')
  expect([pulled.status, pulled.error]).toEqual([1, expect.stringContaining('CLAUDE.md is not ')])
})

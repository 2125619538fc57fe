import { expect, test } from 'vitest'
import { killUnderWrites } from '../../tools/drills/audit-log.ts'
import { newWorkspace, run } from './command.ts'
import { newFolder, removeFolder } from './running.ts'

test('a service that is killed amid writes has an entry for each change, and no other', async () => {
  expect(await killUnderWrites({}, 3)).toMatch(/^3 kills, \d+ entries$/)
})

test('agent-identity audit lists, verifies and exports the log', async () => {
  const folder = newFolder()
  try {
    const workspace = newWorkspace(folder)
    const own = (...args: string[]) => run(workspace, ...args, '--data-dir', 'data')
    expect((await own('register')).status).toBe(0)
    expect((await own('agents', '--new', 'Ada')).status).toBe(0)
    const list = await own('audit', 'list', '--action', 'agent.create')
    expect([list.status, list.error]).toEqual([0, ''])
    expect(list.out).toMatch(/^\d+ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\S+.* cli +agent\.create +Ada\n$/)
    const verified = await own('audit', 'verify')
    const [, entries, seq, hash] = /^The chain of (\d+) entries is whole\.\nHead: (\d+) ([0-9a-f]{64})\n$/.exec(
      verified.out,
    )!
    expect([verified.status, entries]).toEqual([0, seq])
    const lines = (await own('audit', 'export', '--after', '1')).out.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(
      Array.from({ length: Number(seq) - 1 }, (_, at) => at + 2),
    )
    expect(JSON.parse(lines.at(-1)!).hash).toBe(hash)
    const known = await own('audit', 'verify', '--seq', seq!, '--hash', hash!)
    expect([known.status, known.out]).toEqual([0, expect.stringContaining('History up to the head that you kept is')])
    const unknown = await own('audit', 'verify', '--seq', seq!, '--hash', '0'.repeat(64))
    expect([unknown.status, unknown.out]).toEqual([1, expect.stringContaining('is not in this log')])
    const wrong = await own('audit', 'list', '--since', 'yesterday')
    expect([wrong.status, wrong.error]).toEqual([1, expect.stringContaining('--since must be an ISO 8601 date-time')])
  } finally {
    removeFolder(folder)
  }
})

import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { table } from '../../../cli/output.ts'
import { redactTurns } from '../../../cli/sessions/finding.ts'
import { fileTranscript, forEachLine } from '../../../cli/transcripts/lines.ts'
import { minute, newHome, removeHomes } from './home.ts'

/** Transcripts that are damaged, hostile or being written: nothing fails, and what is skipped is counted. */

removeHomes()

const path = '.claude/projects/-srv-shop/one.jsonl'
const record = (text: string, at: number) => ({
  type: 'user',
  message: { role: 'user', content: text },
  uuid: `record-${at}`,
  timestamp: minute(at),
  cwd: '/srv/shop',
  sessionId: 'one',
})
const line = (text: string, at: number) => `${JSON.stringify(record(text, at))}\n`

test('a last line that is cut off is skipped', async () => {
  const home = newHome()
  home.write(path, line('Use tabs.', 1) + line('Never use spaces.', 2).slice(0, 60))
  expect(await home.words()).toEqual(['Use tabs.'])
  expect(home.counts()).toEqual({ broken_line: 1 })
})

test('a last line without a line break, line breaks of Windows and a byte order mark are read', async () => {
  const home = newHome()
  home.write(path, `\ufeff${line('Use tabs.', 1).replace('\n', '\r\n')}${line('Be brief.', 2).trimEnd()}`)
  expect(await home.words()).toEqual(['Use tabs.', 'Be brief.'])
})

test('NUL bytes, other bytes and lone surrogates neither fail nor come out', async () => {
  const home = newHome()
  const bytes = Buffer.concat([
    Buffer.alloc(5000),
    Buffer.from('\n'),
    Buffer.from([0xff, 0xfe, 0x0a]),
    Buffer.from(line('Use\0 tabs \ud800 here.', 1)),
    Buffer.from('null\n42\n[]\n"user"\n'),
  ])
  home.write(path, bytes)
  expect(await home.words()).toEqual(['Use tabs \ufffd here.'])
  expect(home.counts()).toEqual({ broken_line: 6 })
})

test('values of another kind than expected are skipped', async () => {
  const home = newHome()
  const odd = [
    { ...record('a', 1), message: 'text' },
    { ...record('a', 2), message: { content: [null, 5, { type: 'text', text: 7 }, [[]]] } },
    { ...record('Keep this.', 3), timestamp: { $date: 1 }, origin: 'human', uuid: 12, cwd: [] },
    { ...record('a', 4), sessionId: 9 },
  ]
  home.writeLines(path, odd)
  expect(await home.words()).toEqual(['Keep this.'])
})

test('a line of more than 32 MiB is skipped', async () => {
  const home = newHome()
  const file = home.write(path, line('Use tabs.', 1))
  appendFileSync(file, '{"type":"user","message":"')
  for (let size = 0; size < 40; size++) appendFileSync(file, Buffer.alloc(2 ** 20, 'a'))
  appendFileSync(file, `"}\n${line('Be brief.', 2)}`)
  expect(await home.words()).toEqual(['Use tabs.', 'Be brief.'])
  expect(home.counts()).toEqual({ long_line: 1 })
})

test('a file that grows is read up to its size at the start', async () => {
  const home = newHome()
  const file = home.write(path, line('Use tabs.', 1) + line('Be brief.', 2))
  const lines: string[] = []
  const visit = (bytes: Buffer) => {
    lines.push(bytes.toString())
    appendFileSync(file, line('More and more.', 3))
  }
  await forEachLine(fileTranscript(file, new Date()), visit, () => {})
  expect(lines).toHaveLength(2)
})

test('lines are put together from chunks of any size', async () => {
  const text = Buffer.from('one\n\ntwo and a half\nthree')
  for (let size = 1; size <= text.length; size++) {
    const lines: string[] = []
    async function* chunks() {
      const buffer = Buffer.alloc(size)
      for (let start = 0; start < text.length; start += size) {
        yield buffer.subarray(0, text.copy(buffer, 0, start, start + size))
      }
    }
    await forEachLine(
      { path: '', modifiedAt: new Date(), chunks },
      (bytes) => lines.push(bytes.toString()),
      () => {},
    )
    expect(lines).toEqual(['one', 'two and a half', 'three'])
  }
})

test('loops of symbolic links end, links to transcripts are followed once, and pipes are not opened', async () => {
  const home = newHome()
  const file = home.write(path, line('Use tabs.', 1))
  const folder = join(home.path, '.claude/projects/-srv-shop')
  symlinkSync(folder, join(folder, 'loop'))
  symlinkSync(join(home.path, '.claude'), join(home.path, '.claude/projects/again'))
  symlinkSync(file, join(folder, 'same.jsonl'))
  symlinkSync(join(folder, 'self.jsonl'), join(folder, 'self.jsonl'))
  symlinkSync('/nowhere', join(folder, 'dangling.jsonl'))
  mkdirSync(join(folder, 'folder.jsonl'))
  execFileSync('mkfifo', [join(folder, 'pipe.jsonl')])
  expect(await home.words()).toEqual(['Use tabs.'])
  expect(home.counts()).toEqual({ unreadable_file: 1 })
})

test('files and folders without permission are counted', async () => {
  const home = newHome()
  home.write(path, line('Use tabs.', 1))
  chmodSync(home.write('.claude/projects/-srv-shop/secret.jsonl', line('Never.', 2)), 0)
  mkdirSync(join(home.path, '.claude/projects/closed'), { mode: 0 })
  writeFileSync(join(home.path, '.claude/history.jsonl'), '', { mode: 0 })
  // Permissions do not stop root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid!('nobody')
  try {
    expect(await home.words()).toEqual(['Use tabs.'])
    expect(home.counts()).toEqual({ unreadable_file: 2 })
  } finally {
    if (isRoot) process.seteuid!('root')
  }
})

test('a home without transcripts has no sessions', async () => {
  const home = newHome()
  home.write('.codex', 'a file in the folder’s place')
  expect(await home.words()).toEqual([])
  expect(home.counts()).toEqual({})
})

test('a named pipe in the place of a history is not waited for', async () => {
  const home = newHome()
  home.write(path, line('Use tabs.', 1))
  execFileSync('mkfifo', [join(home.path, '.claude/history.jsonl')])
  expect(await home.words()).toEqual(['Use tabs.'])
})

test('a turn of the future is dated now, and the same text many times is read', async () => {
  const home = newHome()
  const future = { ...record('Use tabs.', 1), timestamp: '2099-01-01T00:00:00.000Z' }
  const again = Array.from({ length: 20_000 }, (_, at) => ({ ...record('Go on.', at), uuid: `again-${at}` }))
  home.writeLines(path, [future, ...again])
  const [session] = await home.read()
  expect(session!.turns).toHaveLength(20_001)
  expect(session!.turns.every(({ at }) => at <= new Date().toISOString())).toBe(true)
})

test('a session without a usable id is named by a hash, not by its path', async () => {
  const home = newHome()
  home.writeLines('.pi/agent/sessions/a/one.jsonl', [{ ...record('Use tabs.', 1), type: 'message' }])
  home.writeLines(path, [{ ...record('Be brief.', 1), sessionId: `${'\ud800\u200b'.repeat(300)}\n` }])
  const sessions = await home.read()
  expect(sessions).toHaveLength(2)
  for (const session of sessions)
    for (const turn of redactTurns(session, home.path)) expect(turn.session).toMatch(/^[\w-]{22}$/)
})

test('a secret that the cut before a turn would split is redacted first', async () => {
  const home = newHome()
  const says = (content: string) => ({
    ...record(content, 1),
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'text', text: content }] },
  })
  home.writeLines(path, [says(`The key is sk-ant-api03-${'a1B2'.repeat(100)}`), record('Never print it.', 2)])
  const [session] = await home.read()
  expect(session!.turns[0]!.before).toBe('The key is [redacted]')
})

test('a column of many rows is as wide as its widest cell', () => {
  expect(table(Array.from({ length: 200_000 }, (_, at) => [at === 0 ? 'tool' : 'a', 'b']))[1]).toBe('a     b')
})

import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discardAfterConsent } from '../../../cli/memories/decide.ts'
import { readDecisions, recordDecisions } from '../../../cli/memories/decisions.ts'
import { ChangedFile, describeEdits, discardMemory, editsOf, restoreMemory } from '../../../cli/memories/discard.ts'
import { type Home, newHome, removeHomes } from '../sessions/home.ts'
import { claudeFolder, read, writeClaudeNotes } from './notes.ts'

/** Memories that are taken out of the files of a tool, and put back. */

removeHomes()

let home: Home
beforeEach(() => {
  home = newHome()
  vi.stubEnv('XDG_STATE_HOME', join(home.path, 'state'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const memoryOf = (statement: string) => read(home).memories.find((memory) => memory.statement === statement)!
const discard = (statement: string) => {
  const memory = memoryOf(statement)
  discardMemory(memory, editsOf(memory))
  return memory
}
const textOf = (path: string) => readFileSync(join(home.path, path), 'utf8')
const pathOf = (path: string) => join(home.path, path)
const copies = () => readdirSync(pathOf('state/agent-identity/memories/discarded'))

const comments = 'Comments on every function are wanted'

test('a note goes with its line in the index, and comes back byte for byte', () => {
  writeClaudeNotes(home)
  const [note, index] = [textOf(`${claudeFolder}/comments.md`), textOf(`${claudeFolder}/MEMORY.md`)]
  const { id } = discard(comments)
  expect(existsSync(pathOf(`${claudeFolder}/comments.md`))).toBe(false)
  expect(textOf(`${claudeFolder}/MEMORY.md`)).toBe(index.replace(/^.*comments\.md.*\n/m, ''))
  expect(readDecisions().get(id)?.decision).toBe('discarded')
  expect(memoryOf(comments)).toBeUndefined()
  expect(restoreMemory()).toEqual({
    ...{ id, statement: comments },
    files: [pathOf(`${claudeFolder}/comments.md`), pathOf(`${claudeFolder}/MEMORY.md`)],
  })
  expect([textOf(`${claudeFolder}/comments.md`), textOf(`${claudeFolder}/MEMORY.md`)]).toEqual([note, index])
  expect([readDecisions().size, copies(), restoreMemory()]).toEqual([0, [], undefined])
})

test('the difference is shown in the form of diff', () => {
  writeClaudeNotes(home)
  const shown = describeEdits(editsOf(memoryOf(comments)))
  expect(shown).toContain('+++ /dev/null')
  expect(shown).toContain('-Comments on every function are wanted.')
  expect(shown).toContain('-- [Comments](comments.md) — comments on every function are wanted')
  expect(shown).not.toContain('-- [Lint]')
})

test.each([
  [
    'items',
    '.codex/memories_v2/memory_summary.md',
    'v1\n\n## Preferences\n\n- Always use tabs\n- Never use npm\n',
    'v1\n\n## Preferences\n\n- Never use npm\n',
  ],
  [
    'a paragraph',
    '.gemini/tmp/shop/memory/MEMORY.md',
    '# Shop\r\n\r\nAlways use tabs.\r\n\r\nNever use npm.\r\n',
    '# Shop\r\n\r\nNever use npm.\r\n',
  ],
  [
    'a block with tags',
    '.config/goose/memory/a.txt',
    '# style\nAlways use tabs.\n\n# tools\nNever use npm.\n',
    '# tools\nNever use npm.\n',
  ],
  ['the last block', '.config/goose/memory/b.txt', 'Never use npm.\n\nAlways use tabs.', 'Never use npm.\n\n'],
])('takes out %s alone', (_, path, before, after) => {
  home.write(path, before)
  discard('Always use tabs')
  expect(textOf(path)).toBe(after)
  restoreMemory()
  expect(textOf(path)).toBe(before)
})

test('of a note with several rules one goes, and the index line stays', () => {
  home.write(`${claudeFolder}/style.md`, '# Style\n\n- Always use tabs\n- Never use npm\n')
  home.write(`${claudeFolder}/MEMORY.md`, '- [Style](style.md)\n')
  discard('Always use tabs')
  expect(textOf(`${claudeFolder}/style.md`)).toBe('# Style\n\n- Never use npm\n')
  expect(textOf(`${claudeFolder}/MEMORY.md`)).toBe('- [Style](style.md)\n')
})

test('permissions, and links within the folder, stay', () => {
  home.write(`${claudeFolder}/real.md`, '- Always use tabs\n- Never use npm\n')
  chmodSync(pathOf(`${claudeFolder}/real.md`), 0o600)
  rmSync(pathOf(`${claudeFolder}/link.md`), { force: true })
  symlinkSync('real.md', pathOf(`${claudeFolder}/link.md`))
  discard('Always use tabs')
  expect(textOf(`${claudeFolder}/link.md`)).toBe('- Never use npm\n')
  expect(statSync(pathOf(`${claudeFolder}/real.md`)).mode & 0o777).toBe(0o600)
})

test('copies and decisions are for their owner alone', () => {
  writeClaudeNotes(home)
  discard(comments)
  const state = pathOf('state/agent-identity/memories')
  const files = [join(state, 'decisions.json'), join(state, 'discarded', copies()[0]!)]
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a file that changed since it was read is not written', () => {
  writeClaudeNotes(home)
  const memory = memoryOf(comments)
  const edits = editsOf(memory)
  home.write(`${claudeFolder}/MEMORY.md`, '- [Other](other.md)\n')
  expect(() => discardMemory(memory, edits)).toThrow(ChangedFile)
  expect(textOf(`${claudeFolder}/MEMORY.md`)).toBe('- [Other](other.md)\n')
  expect(existsSync(pathOf(`${claudeFolder}/comments.md`))).toBe(true)
  expect(readDecisions().size).toBe(0)
})

test('it is read again, and shown again, until it stays', async () => {
  writeClaudeNotes(home)
  const memory = memoryOf(comments)
  home.write(`${claudeFolder}/MEMORY.md`, '- [Comments](comments.md) — other words\n- [New](new.md)\n')
  const readAgain = vi.fn((id: string) => read(home).memories.find((each) => each.id === id))
  await discardAfterConsent({ readAgain }, memory, true)
  expect(readAgain).toHaveBeenCalledOnce()
  expect(textOf(`${claudeFolder}/MEMORY.md`)).toBe('- [New](new.md)\n')
})

test('a tool that keeps writing, or a memory that is gone, ends it', async () => {
  writeClaudeNotes(home)
  const memory = memoryOf(comments)
  home.write(`${claudeFolder}/MEMORY.md`, 'other\n')
  await expect(discardAfterConsent({ readAgain: () => memory }, memory, true)).rejects.toThrow('keeps writing')
  await expect(discardAfterConsent({ readAgain: () => undefined }, memory, true)).rejects.toThrow('is gone')
})

test('where the tool would write it again, nothing is changed, and the advice is given', async () => {
  const path = '.codex/memories_v2/rollout_summaries/a.md'
  home.write(path, 'thread_id: t\n\n## Rules\n\n- Always use tabs\n')
  const memory = memoryOf('Always use tabs')
  await expect(discardAfterConsent({ readAgain: () => undefined }, memory, true)).rejects.toThrow(
    /Nothing was changed\. Codex writes its accounts/,
  )
  expect(textOf(path)).toContain('Always use tabs')
})

test('it comes back among other changes, and never over them', () => {
  const path = '.codex/memories_v2/memory_summary.md'
  home.write(path, 'v1\n\n- Never use npm\n- Always use tabs\n- Never use yarn\n')
  discard('Always use tabs')
  home.write(path, 'v1\n\n- Be brief\n\n- Never use npm\n- Never use yarn\n- One more\n')
  restoreMemory()
  expect(textOf(path)).toBe('v1\n\n- Be brief\n\n- Never use npm\n- Always use tabs\n- Never use yarn\n- One more\n')
  discard('Always use tabs')
  home.write(path, 'all is different')
  restoreMemory()
  expect(textOf(path)).toBe('all is different\n- Always use tabs\n')
})

test('a deleted note does not come back over a new one of its name, and then neither does its line', () => {
  writeClaudeNotes(home)
  discard(comments)
  const index = textOf(`${claudeFolder}/MEMORY.md`)
  home.write(`${claudeFolder}/comments.md`, 'new\n')
  expect(() => restoreMemory()).toThrow(/made again since.*discarded/)
  expect([textOf(`${claudeFolder}/comments.md`), textOf(`${claudeFolder}/MEMORY.md`)]).toEqual(['new\n', index])
})

test('undo takes the last one, or one by its id', () => {
  writeClaudeNotes(home)
  const first = discard(comments)
  const second = discard('Run `npm run lint` before each commit')
  expect(restoreMemory(first.id)?.id).toBe(first.id)
  expect(textOf(`${claudeFolder}/MEMORY.md`)).toMatch(/^- \[Comments\].*\n- \[Migration\]/)
  expect(restoreMemory()?.id).toBe(second.id)
})

test('decisions of a broken file are none, and the next one is remembered', () => {
  home.write('state/agent-identity/memories/decisions.json', '{ broken')
  expect(readDecisions().size).toBe(0)
  recordDecisions(['a', 'b'], 'kept')
  recordDecisions(['b'], undefined)
  expect([...readDecisions()].map(([id, { decision }]) => [id, decision])).toEqual([['a', 'kept']])
})

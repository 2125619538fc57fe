import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome, removeHomes } from '../sessions/home.ts'
import { read } from './notes.ts'

/**
 * The rules in notes that released tools wrote. The files are not part of the project: RECORDED_TRANSCRIPTS names the
 * folder of the recordings, in which they lie in `memories`; without it this test is skipped.
 */

const folder = process.env.RECORDED_TRANSCRIPTS && join(process.env.RECORDED_TRANSCRIPTS, 'memories')
const isThere = folder !== undefined && existsSync(folder)

removeHomes()

/** Where each recorded folder is on a machine. */
const places: Record<string, string> = {
  'claude-code/memory': '.claude/projects/-home-dev-shop/memory',
  'claude-code/agent-memory': 'shop/.claude/agent-memory',
  'codex/memories_v2': '.codex/memories_v2',
  'gemini-cli/memory': '.gemini/tmp/shop/memory',
  'gemini-cli/GEMINI.md': '.gemini/GEMINI.md',
  'qwen-code/memories': '.qwen/memories',
  'qwen-code/project-memory': '.qwen/projects/-home-dev-shop/memory',
  'qwen-code/team-memory': 'shop/.qwen/team-memory',
  goose: '.config/goose/memory',
}

const review = 'Never push to main without a review'
const pull = `${review}; open a pull request first`
const run = 'Run `npm run lint` before each commit'
const lint = 'The linter runs before each commit'
const short = 'Prefer short answers; no summary of what was done at the end'
/** The agent's conclusion, which looks like a rule. */
const comments = 'Comments on every function are wanted'

const title = 'the rules in notes of five tools, and no facts, states and accounts'
test.skipIf(!isThere)(isThere ? title : `${title} (needs RECORDED_TRANSCRIPTS, a folder of recordings)`, () => {
  const home = newHome()
  for (const [from, to] of Object.entries(places)) cpSync(join(folder!, from), join(home.path, to), { recursive: true })
  const { memories, leftOut, skipped } = read(home, { projects: [join(home.path, 'shop')] })
  const byTool = Map.groupBy(memories, ({ tool }) => tool)
  expect(Object.fromEntries([...byTool].map(([tool, all]) => [tool, all.map(({ statement }) => statement)]))).toEqual({
    'claude-code': [comments, run, pull, short],
    codex: [review, 'Run the linter before each commit', comments],
    gemini: [review, `${lint} (\`npm run lint\`)`, comments, 'Short answers, no summary at the end'],
    qwen: [comments, pull, short, run, 'Each change has a line in `CHANGELOG.md`'],
    goose: [review, lint, comments],
  })
  expect(leftOut).toEqual({ state: 8, account: 1, fact: 9 })
  expect(skipped).toEqual([])
})

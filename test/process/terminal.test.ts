import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { run, sendJson, strangerOfTests, type Workspace, write } from './command.ts'

/** The command's output if a service or a file contains sequences that a terminal would obey. */

const timeout = 60_000
const marker = `<!-- agent-identity agent=01a2149a-dc85-7520-8981-321f06332dc7 version=${'0'.repeat(12)} hash=${'0'.repeat(64)} -->`

const world = strangerOfTests()
const { newWorkspace } = world

const list = (workspace: Workspace, entry: object) =>
  write(workspace, 'agent-identity.json', JSON.stringify({ files: [entry] }))

describe('what a terminal would obey', { timeout }, () => {
  const evil = 'a\u001b]0;owned\u0007\u001b[2J\u009b31m\u0008\rb\u202ec\u2066\u007f'
  const shown = 'a\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u0008\\u000db\\u202ec\\u2066\\u007f'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
  const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
  const agent = { slug: evil, name: evil, belief_count: 1, responsibility_count: 0 }
  const answers: Record<string, unknown> = {
    '/agents?': { data: [agent], next_cursor: null },
    '/organizations': { data: [{ organization: { id: 'x', name: evil }, access: evil, agent_id: null }] },
    '/organizations/x/proposals': { data: [{ agent_name: evil, category: evil, statement: evil, sources: [] }] },
    '/change-requests?': { data: [] },
    '/agents/ada/export': { files: [{ path: 'CLAUDE.md', content: `${marker}\n${evil}` }], lost: [] },
    '/pbd/process': { job_id: 'x' },
    '/jobs/x': { status: 'failed', error: evil, progress_current: 0, progress_total: 0 },
    '/agents/ada/import': { items: [{ status: evil, category: evil, statement: evil }], format: evil, lost: [] },
    '/observations': { error: evil },
    '/agents/ada/prompt-report': {
      tokens: { total: 1, by_layer: { agent: 1 }, by_category: { [evil]: 1 }, tokenizer: evil },
      suggestions: [{ action: evil, ids: ['x'], saves_tokens: 1, reason: evil }],
    },
    '/agents/ada/resolved-identity': { beliefs: [{ id: 'x', source: evil, statement: evil }], responsibilities: [] },
  }
  const commands: [string, RegExp?][] = [
    ['agents'],
    ['review'],
    ['export ada --format claude_md'],
    ['diff'],
    ['doctor'],
    ['discover ada'],
    ['import ada CLAUDE.md'],
    ['observe ada x'],
    ['report ada'],
  ]

  beforeEach(() => {
    world.answer = (response, path) => {
      const [, found] = Object.entries(answers)
        .filter(([name]) => path.startsWith(`/api/v1${name}`))
        .sort(([a], [b]) => b.length - a.length)[0] ?? [undefined, { error: evil }]
      sendJson(response, found, 'error' in (found as object) && !('status' in (found as object)) ? 422 : 200)
    }
  })

  test.each(commands)('is shown by %s', async (command) => {
    const workspace = newWorkspace()
    list(workspace, { path: 'CLAUDE.md', agent: 'ada', format: 'claude_md' })
    write(workspace, 'CLAUDE.md', evil)
    const { out, error } = await run(workspace, ...command.split(' '))
    expect(out + error).toContain(shown)
    expect(out + error).not.toMatch(obeyed)
  })

  test('is escaped in JSON, and means the same', async () => {
    const { out } = await run(newWorkspace(), 'agents', '--json')
    expect(out).not.toMatch(obeyed)
    expect(JSON.parse(out)).toEqual([agent])
  })

  test('is shown in a prompt and in a broken agent-identity.json', async () => {
    const text = `# Ada\n\n\tTab\n${evil}\n`
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`
    const headers = { 'content-type': 'text/markdown', 'x-request-id': 'x', etag }
    world.answer = (response) => response.writeHead(200, headers).end(text)
    const workspace = newWorkspace()
    expect(await run(workspace, 'show', 'ada')).toMatchObject({ out: `# Ada\n\n\tTab\n${shown}\n`, error: '' })
    write(workspace, 'agent-identity.json', `{"files": ${evil}`)
    const { error } = await run(workspace, 'pull')
    expect(error).toContain('is not valid JSON')
    expect(error).not.toMatch(obeyed)
  })
})

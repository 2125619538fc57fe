import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitsOff } from '../../tools/drills/ledger.ts'
import { newWorkspace, openStranger, run, type Stranger, type Workspace } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Every command with the mistakes of a newcomer: one sentence that names what they typed, and the way out. */

let folder: string
let service: Running
let stranger: Stranger
let busy: Server
let workspace: Workspace
beforeAll(async () => {
  folder = newFolder()
  mkdirSync(join(folder, 'data'))
  service = await start(join(folder, 'data'), limitsOff)
  // Answers everything with JSON, as an API of another product does.
  stranger = await openStranger((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}'),
  )
  busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  workspace = newWorkspace(folder)
  const { key } = (await call(service, 'POST', '/register', {})).body
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  Object.assign(workspace.env, { AGENT_IDENTITY_URL: service.url, AGENT_IDENTITY_API_KEY: key })
  mkdirSync(join(workspace.cwd, 'folder'))
  writeFileSync(join(workspace.cwd, 'file'), '')
})
afterAll(async () => {
  stranger?.close()
  busy?.close()
  await service?.stop()
  removeFolder(folder)
})

/** Runs a command line, in which PORT, STRANGER and SERVICE stand for addresses, and '' for an empty argument. */
async function fail(line: string): Promise<string> {
  const args = line.split(' ').map((word) =>
    word
      .replace("''", '')
      .replace('PORT', String((busy.address() as AddressInfo).port))
      .replace('STRANGER', stranger.url)
      .replace('SERVICE', service.url),
  )
  const { status, out, error } = await run({ ...workspace, input: 'a password' }, ...args)
  expect([line, status, out]).toEqual([line, 1, ''])
  // One sentence or two, without the words of Node, SQL or JavaScript.
  expect(error.trim().split('\n')).toHaveLength(1)
  expect(error).not.toMatch(/\bE[A-Z]{4,}\b|Cannot read|undefined|\bat file:|TypeError|\[object/)
  return error
}

const withService = [
  ...['agents', 'show ada', 'report ada', 'observe ada x', 'discover ada', 'review ada', 'pull ada --format agents_md'],
  ...['export ada --format agents_md', 'import ada file', 'connect codex --user', 'doctor'],
  ...['login --key x', 'register', 'keys --email a@example.com', 'keys create --email a@example.com'],
]
const isLogin = (command: string) => /^(login|register|keys|doctor)/.test(command)

describe('what is missing is named, with what it may be', () => {
  test.each([
    ['export ada', '--format is missing: agents_md'],
    ['hook', '--for is missing: claude-code, codex'],
    ['connect', '<tool> is missing: claude-code, codex'],
    ['disconnect', '<tool> is missing: claude-code, codex'],
    ['completion', '<shell> is missing: bash, zsh, fish'],
    ['show', '<agent> is missing: slug or id'],
    ['report', '<agent> is missing: slug or id'],
    ['discover', '<agent> is missing: slug or id'],
    ['observe ada', '<text> is missing: the observation'],
    ['import ada', '<files> is missing: files of one format'],
    ['export', '--format is missing: agents_md'],
    ['backup', '<file> is missing: where the backup goes'],
    ['restore', '<file> is missing'],
  ])('%s', async (line, sentence) => expect(await fail(line)).toContain(sentence))
})

describe('a wrong value is named with its option', () => {
  test.each([
    ["agents --new ''", "'--new <name>' argument '' is invalid. It must not be empty"],
    [`agents --new ${'x'.repeat(201)}`, '--new must be at most 200 characters'],
    ['show ada --max-tokens many', "'--max-tokens <number>' argument 'many' is invalid. It must be a whole number"],
    ['show ada --max-tokens 5', '--max-tokens must be 200 or more'],
    ['report ada --budget x', "'--budget <tokens>' argument 'x' is invalid. It must be a whole number"],
    ["observe ada ''", '<text> must not be empty'],
    ['export ada --format nothing', "'--format <format>' argument 'nothing' is invalid. Allowed choices are agents_md"],
    ['import ada file --format nothing', "'--format <format>' argument 'nothing' is invalid. Allowed choices are"],
    ['pull ada --format nothing', "'--format <format>' argument 'nothing' is invalid. Allowed choices are"],
    ['connect emacs', 'There is no tool emacs; tools are claude-code'],
    ['completion tcsh', 'Allowed choices are bash, zsh, fish'],
    ['keys create --access admin', 'Allowed choices are full, write, propose, read'],
    ['sessions list --tool emacs', 'Allowed choices are'],
    ["register --email ''", "'--email <address>' argument '' is invalid. It must not be empty"],
    ['help sessions write', 'There is no command sessions write'],
    ['nothing', "unknown command 'nothing'"],
    ['agents --nothing', "unknown option '--nothing'"],
  ])('%s', async (line, sentence) => expect(await fail(line)).toContain(sentence))
})

describe('a path that cannot be used is named', () => {
  test.each([
    ['import ada missing.md', 'missing.md does not exist'],
    ['import ada missing.png', 'missing.png does not exist'],
    ['import ada folder', 'folder is a folder; name a file'],
    ['import ada folder.png', 'folder.png does not exist'],
    ['backup backup.zip --data-dir missing', 'identity.db does not exist'],
    ['export ada --format agents_md --output file', 'file is a file where a folder is expected'],
    ['agents --data-dir file', 'file'],
  ])('%s', async (line, sentence) => expect(await fail(line)).toContain(sentence))

  test('a port too', async () => {
    expect(await fail('serve --port PORT --data-dir served')).toMatch(
      /The service cannot start: Port \d+ is in use by another process; choose another one with --port/,
    )
    expect(await fail('serve --port many --data-dir served')).toContain(
      "'--port <number>' argument 'many' is invalid. It must be a number from 0 to 65535",
    )
    expect(await fail('serve --host 203.0.113.1 --data-dir served')).toContain('choose another one with --host')
  })
})

describe('an address that is no service is named', () => {
  test.each(withService)('%s', async (command) => {
    const key = isLogin(command) ? '' : ' --key x'
    if (command === 'doctor') return
    expect(await fail(`${command} --url SERVICE/api/v1${key}`)).toContain(`name the one of the service, ${service.url}`)
    expect(await fail(`${command} --url STRANGER${key}`)).toContain('is not an Agent Identity Service')
    expect(await fail(`${command} --url http://127.0.0.1:1${key}`)).toContain('127.0.0.1:1')
  })
})

test('the reason of a refused key is shown', async () => {
  const reason = 'The API key is mistyped, was revoked or has expired'
  for (const command of withService.filter((line) => !isLogin(line)))
    expect([command, await fail(`${command} --key wrong`)]).toEqual([command, expect.stringContaining(reason)])
})

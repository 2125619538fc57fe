import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRepository as repositoryOf, run, type Workspace } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** `agent-identity connect` where others decide about a file, or read it. */

let folder: string
let service: Running
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder)
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
  const belief = { agentId: 'ada', category: 'boundary', statement: 'Never merge on red', status: 'approved' }
  await call(service, 'POST', '/beliefs', belief, key)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

const newRepository = () => repositoryOf(folder, { url: service.url, key })

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe('a link of a repository', () => {
  test.each([
    ['a rules file outside', 'codex', 'AGENTS.md', '../outside/notes.md', '# Notes\n'],
    ['a hook of Git', 'codex', 'AGENTS.md', '.git/hooks/post-checkout', '#!/bin/sh\n'],
    ['settings outside', 'claude-code', '.mcp.json', '../outside/servers.json', '{}\n'],
    ['a folder outside', 'gemini', '.gemini', '../outside/gemini', undefined],
    ['a list of files outside', 'codex', 'agent-identity.json', '../outside/list.json', '{"files": []}\n'],
    ['a file outside that does not exist', 'codex', 'AGENTS.md', '../outside/notes.md', undefined],
  ])('to %s is not followed', async (_, tool, link, target, text) => {
    const repository = newRepository()
    mkdirSync(join(repository.cwd, '../outside'))
    const file = join(repository.cwd, target)
    if (text !== undefined) write(file, text)
    symlinkSync(target, join(repository.cwd, link))
    const { status, error } = await run(repository, 'connect', tool, '--project')
    expect([status, error]).toEqual([1, expect.stringContaining('Nothing was written')])
    expect(error).toContain(link)
    expect(readdirSync(repository.cwd).sort()).toEqual(['.git', link].sort())
    if (text === undefined) expect(existsSync(file)).toBe(false)
    else expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('within it stays one, also where it leads to nothing yet', async () => {
    const repository = newRepository()
    symlinkSync('docs/rules.md', join(repository.cwd, 'AGENTS.md'))
    expect(await run(repository, 'connect', 'codex')).toMatchObject({ status: 0, error: '' })
    expect(readFileSync(join(repository.cwd, 'docs/rules.md'), 'utf8')).toContain('Never merge on red')
    expect(await run(repository, 'disconnect', 'codex')).toMatchObject({ status: 0, error: '' })
    expect(readdirSync(repository.cwd).sort()).toEqual(['.git', 'AGENTS.md'])
    expect(lstatSync(join(repository.cwd, 'AGENTS.md')).isSymbolicLink()).toBe(true)
  })

  test('that appeared after connect is left by disconnect, which says so', async () => {
    const repository = newRepository()
    await run(repository, 'connect', 'codex')
    const rules = join(repository.cwd, 'AGENTS.md')
    const outside = write(join(repository.cwd, '../outside/notes.md'), readFileSync(rules, 'utf8'))
    const text = readFileSync(outside, 'utf8')
    rmSync(rules)
    symlinkSync('../outside/notes.md', rules)
    expect((await run(repository, 'disconnect', 'codex')).out).toContain(`left      ${rules}`)
    expect(readFileSync(outside, 'utf8')).toBe(text)
    expect(existsSync(join(repository.cwd, '.codex'))).toBe(false)
  })
})

describe('hook', () => {
  const hook = (repository: Workspace, env: Record<string, string> = {}) =>
    run(
      { ...repository, env: { ...repository.env, ...env } },
      ...['hook', '--for', 'codex', '--agent', 'ada', '--timeout', '30000'],
    )

  test('gives the identity where a file has its version and another text', async () => {
    const repository = newRepository()
    await run(repository, 'connect', 'codex')
    const file = join(repository.cwd, 'AGENTS.md')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('Never merge on red', 'Merge on red'))
    expect((await hook(repository)).out).toContain('Never merge on red')
    // Git writes other line breaks on Windows.
    writeFileSync(file, text.replaceAll('\n', '\r\n'))
    expect((await hook(repository)).out).toBe('')
  })

  test('compares with the copy on disk while the service is away', async () => {
    const away = await start(newFolder())
    const other = (await call(away, 'POST', '/register', {})).body.key
    await call(away, 'POST', '/agents', { name: 'Ada' }, other)
    const belief = { agentId: 'ada', category: 'boundary', statement: 'Never merge on red', status: 'approved' }
    await call(away, 'POST', '/beliefs', belief, other)
    const repository = repositoryOf(folder, { url: away.url, key: other })
    await run(repository, 'connect', 'codex')
    await away.stop()
    expect((await hook(repository)).out).toBe('')
    const file = join(repository.cwd, 'AGENTS.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Never merge on red', 'Merge on red'))
    expect((await hook(repository)).out).toContain('Never merge on red')
  })
})

describe('a key', () => {
  const modeOf = (file: string) => statSync(file).mode & 0o777

  test('closes a file that others could read, and disconnect opens it again', async () => {
    const repository = newRepository()
    const file = write(join(repository.home, '.codex/config.toml'), 'model = "gpt-5"\n')
    expect(modeOf(file)).toBe(0o644)
    expect(await run(repository, 'connect', 'codex', '--user')).toMatchObject({ status: 0, error: '' })
    expect([modeOf(file), readFileSync(file, 'utf8')]).toEqual([0o600, expect.stringContaining(key)])
    await run(repository, 'connect', 'codex', '--user')
    await run(repository, 'disconnect', 'codex', '--user')
    expect([modeOf(file), readFileSync(file, 'utf8')]).toEqual([0o644, 'model = "gpt-5"\n'])
  })

  test.each(['claude-code', 'codex', 'cline', 'continue'])(
    '%s: does not stand in a repository of dotfiles',
    async (tool) => {
      const repository = newRepository()
      execFileSync('git', ['init', '--quiet', repository.home])
      const connected = await run(repository, 'connect', tool, '--user')
      expect(connected).toMatchObject({ status: 0, error: '' })
      expect(connected.out).toContain('Set AGENT_IDENTITY_API_KEY')
      expect(connected.out).not.toContain(key)
      const added = execFileSync('git', ['-C', repository.home, 'ls-files', '--others', '--exclude-standard'], {
        encoding: 'utf8',
      })
      const texts = added
        .trim()
        .split('\n')
        .map((path) => readFileSync(join(repository.home, path), 'utf8'))
      expect(texts.join('\n')).toContain('AGENT_IDENTITY_API_KEY')
      expect(texts.join('\n')).not.toContain(key)
    },
  )

  test('of a login is left out by Git, and never lies in the folder of a command', async () => {
    const repository = newRepository()
    execFileSync('git', ['init', '--quiet', repository.home])
    const env = { ...repository.env, XDG_CONFIG_HOME: 'config' }
    expect(await run({ ...repository, env }, 'login')).toMatchObject({ status: 0, error: '' })
    expect(readdirSync(repository.cwd)).toEqual(['.git'])
    expect(readFileSync(join(repository.home, '.config/agent-identity/credentials.json'), 'utf8')).toContain(key)
    expect(execFileSync('git', ['-C', repository.home, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('')
  })
})

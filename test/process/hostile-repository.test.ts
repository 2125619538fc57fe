import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pluginFiles } from '../../scripts/plugins.ts'
import { newRepository as repositoryOf, run, type Workspace } from './command.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/**
 * A person with a key in the environment opens a repository of a stranger in a coding tool. Its programs have the names of
 * those that our hooks and servers start, and leave a marker with the key when they run.
 */

const root = join(import.meta.dirname, '../..')

let folder: string
let service: Running
let key: string
beforeAll(async () => {
  folder = newFolder()
  service = await start(folder)
  key = (await call(service, 'POST', '/register', {})).body.key
  await call(service, 'POST', '/agents', { name: 'Ada' }, key)
})
afterAll(async () => {
  await service.stop()
  removeFolder(folder)
})

type Repository = Workspace & { home: string; marker: string }

function newHostileRepository(): Repository {
  const repository = repositoryOf(folder, { url: service.url, key })
  const marker = join(repository.cwd, '../marker')
  const script = `#!/bin/sh\necho "$0 $AGENT_IDENTITY_API_KEY" >> '${marker}'\n`
  const programs = ['agent-identity', 'agent-identity-service', 'node', 'npm', 'npx']
  const inPackage = 'node_modules/agent-identity-service'
  const files = {
    ...Object.fromEntries(
      programs.flatMap((name) => [
        [name, script],
        [`node_modules/.bin/${name}`, script],
      ]),
    ),
    [`${inPackage}/package.json`]: `{"name": "agent-identity-service", "version": "9.9.9", "bin": "start.js"}`,
    [`${inPackage}/start.js`]: script,
    '.npmrc': `registry=http://127.0.0.1:9/\nscript-shell=${join(repository.cwd, 'npm')}\nprefix=${repository.cwd}\n`,
    '.tool-versions': `nodejs path:${repository.cwd}\n`,
  }
  for (const [path, text] of Object.entries(files)) {
    const file = join(repository.cwd, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, 0o755)
  }
  return { ...repository, marker }
}

/** The lines that programs of the repository wrote when they ran. */
const markOf = ({ marker }: Repository): string => (existsSync(marker) ? readFileSync(marker, 'utf8') : '')

/** Installs the command as a wrapper in a folder of the person. */
function installCommand({ home }: Repository): string {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'agent-identity'), `#!/bin/sh\nexec '${process.execPath}' '${root}/cli/main.ts' "$@"\n`)
  chmodSync(join(bin, 'agent-identity'), 0o755)
  return bin
}

const system = '/usr/local/bin:/usr/bin:/bin'

/** A PATH with entries that lead into the repository: those that a person may have, and that of npm. */
const hostilePath = ({ cwd }: Repository, own: string) =>
  `./node_modules/.bin:node_modules/.bin::.:${join(cwd, 'node_modules/.bin')}:${own}`

/** Runs a line as a tool runs its hooks. */
async function runLine(line: string, { cwd, env }: Repository, PATH: string) {
  const shell = promisify(execFile)('/bin/sh', ['-c', line], { cwd, env: { ...env, PATH } })
  shell.child.stdin!.on('error', () => {})
  shell.child.stdin!.end(JSON.stringify({ cwd, source: 'startup' }))
  return shell
    .then(({ stdout, stderr }) => ({ out: stdout, error: stderr }))
    .catch(({ stdout, stderr }) => ({ out: stdout, error: stderr }) as { out: string; error: string })
}

const commandsIn = (text: string): string[] =>
  [...text.matchAll(/"(?:command|bash)": ("(?:[^"\\]|\\.)* (?:hook|sessions learn) --for (?:[^"\\]|\\.)*")/g)].map(
    ([, line]) => JSON.parse(line!),
  )

const files = pluginFiles()
const copilot = JSON.parse(files['plugins/agent-identity/.github/plugin/plugin.json']!)
const lines = {
  ...Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => commandsIn(text).map((line) => [`hook of ${path}`, line])),
  ),
  'server of Copilot CLI': copilot.mcpServers['agent-identity'].args[1] as string,
}

describe.each(Object.entries(lines))('plugin: %s', (name, line) => {
  test('runs the command of the person, whatever the repository holds', async () => {
    const repository = newHostileRepository()
    const path = hostilePath(repository, `${installCommand(repository)}:${system}`)
    const { out, error } = await runLine(line.replace('--plugin', '--plugin --timeout 30000'), repository, path)
    if (name.startsWith('hook')) expect([out, error]).toEqual([expect.stringContaining('# Ada'), ''])
    expect(markOf(repository)).toBe('')
  })

  test('says what to install where there is none, and runs nothing', async () => {
    const repository = newHostileRepository()
    const { out, error } = await runLine(line, repository, hostilePath(repository, system))
    expect([out, error]).toEqual([
      '',
      expect.stringMatching(/^agent-identity is not installed\..* npm install --global/),
    ])
    expect(markOf(repository)).toBe('')
  })
})

describe.each([
  // At a start, after instructions were loaded.
  ['claude-code', '.claude/settings.json', 2],
  ['copilot', '.copilot/hooks/agent-identity.json', 1],
  // The others have the same commands.
] as const)('connect %s', (tool, file, hooksOfTool) => {
  const connect = (repository: Repository, PATH: string, ...options: string[]) =>
    run({ ...repository, env: { ...repository.env, PATH } }, 'connect', tool, ...options)

  test.each([true, false])(
    '--user writes absolute paths, which no repository decides (with the command on the PATH: %s)',
    async (isInstalled) => {
      const repository = newHostileRepository()
      const path = hostilePath(repository, isInstalled ? `${installCommand(repository)}:${system}` : system)
      const connected = await connect(repository, path, '--user', '--learn')
      expect(connected).toMatchObject({ status: 0, error: '' })
      expect(connected.out).not.toContain('npm install')
      const hooks = commandsIn(readFileSync(join(repository.home, file), 'utf8'))
      // One more at the end of a session, with --learn.
      expect(hooks).toHaveLength(hooksOfTool + 1)
      for (const hook of hooks) {
        expect(hook).toMatch(/^\/\S+ /)
        expect(hook).not.toContain(repository.cwd)
        const isStart = hook.includes(' hook ')
        const { out } = await runLine(isStart ? `${hook} --timeout 30000` : hook, repository, path)
        if (isStart) expect(out).toContain('# Ada')
      }
      expect(markOf(repository)).toBe('')
    },
  )

  test('--project names the command alone, and says how to install it', async () => {
    const repository = newHostileRepository()
    const missing = await connect(repository, hostilePath(repository, system), '--project')
    expect(missing.out).toContain(`npm install --global ${root}`)
    const installed = await connect(repository, `${installCommand(repository)}:${system}`, '--project')
    expect(installed.out).not.toContain('npm install')
    const hooks = commandsIn(readFileSync(join(repository.cwd, file.replace('.copilot', '.github')), 'utf8'))
    for (const hook of hooks) expect(hook).toMatch(/^agent-identity hook --for /)
    expect(hooks).toHaveLength(hooksOfTool)
  })
})

test('no plugin runs npx', () => {
  for (const [path, text] of Object.entries(files)) expect(text, path).not.toMatch(/\b(?:npx|npm exec)\b/)
})

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '../support/postgres.ts'
import { call, newFolder, type Running, removeFolder, untilReady } from './running.ts'

/** The package of `npm pack`, installed as others install it: without sources and build tools. */

const root = join(import.meta.dirname, '../..')
const npm = (folder: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

let folder: string
let paths: string[]
beforeAll(() => {
  folder = newFolder()
  const [packed] = JSON.parse(
    npm(root, 'pack', '--json', '--silent', '--pack-destination', folder).replace(/^[^[]*/, ''),
  )
  paths = packed.files.map(({ path }: { path: string }) => path)
  npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, packed.filename))
})
afterAll(() => removeFolder(folder))

const command = () => join(folder, 'node_modules/.bin/agent-identity')

async function serve(): Promise<Running> {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command(), ['serve', '--port', String(port), '--data-dir', 'identities'], {
    cwd: folder,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => printed.push(String(data)))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const stop = () => {
    child.kill()
    return exited
  }
  const running = {
    process: child,
    port,
    url: `http://127.0.0.1:${port}`,
    output: () => printed.join(''),
    exited,
    stop,
  }
  await untilReady(running)
  return running
}

test('the package holds what is built, and no sources', () => {
  const expected = /^(package\.json|start\.js|README\.md|LICENSE|dist\/server\/.+|web\/dist\/.+)$/
  expect(paths.filter((path) => !expected.test(path))).toEqual([])
  expect(paths).toEqual(expect.arrayContaining(['dist/server/THIRD-PARTY.md', 'web/dist/THIRD-PARTY.md']))
})

describe('agent-identity', () => {
  test('serve: dashboard, reference, accounts and background threads work', async () => {
    const running = await serve()
    try {
      const get = (path: string) => fetch(`${running.url}${path}`).then((answer) => answer.text())
      expect(await get('/healthz')).toContain('ok')
      expect(await get('/')).toContain('<script')
      expect(await get('/docs/static/swagger-ui.css')).toContain('.swagger-ui')
      expect(JSON.parse(await get('/openapi.json')).openapi).toBe('3.1.0')
      const account = { email: 'ada@example.com', password: 'correct horse' }
      const { key } = (await call(running, 'POST', '/register', account)).body
      expect((await call(running, 'POST', '/auth/login', account)).status).toBe(200)
      const agent = (await call(running, 'POST', '/agents', { name: 'Ada' }, key)).body
      expect((await call(running, 'GET', `/agents/${agent.id}`, undefined, key)).body.system_prompt).toContain('Ada')
      expect((await call(running, 'GET', '/search?q=ada', undefined, key)).body.data).toHaveLength(1)
      expect(JSON.parse(await get('/readyz')).jobs).toBe('running')
    } finally {
      expect(await running.stop()).toBe(0)
    }
  })

  test('serve: files that were removed meanwhile are a 503, also at /readyz, until they are back', async () => {
    const running = await serve()
    const built = join(folder, 'node_modules/agent-identity-service/dist/server')
    try {
      const { key } = (await call(running, 'POST', '/register', {})).body
      const agent = (await call(running, 'POST', '/agents', { name: 'Ada' }, key)).body
      const statuses = async () => [
        (await fetch(`${running.url}/readyz`)).status,
        (await call(running, 'GET', `/agents/${agent.id}/export?format=json&report=true`, undefined, key)).status,
        (await fetch(`${running.url}/healthz`)).status,
      ]
      renameSync(built, `${built}-away`)
      expect(await statuses()).toEqual([503, 503, 200])
      expect(await (await fetch(`${running.url}/readyz`)).text()).toContain('restart it')
      renameSync(`${built}-away`, built)
      await statuses()
      expect(await statuses()).toEqual([200, 200, 200])
    } finally {
      await running.stop()
    }
  })

  test('backup and restore name the folder by an option', () => {
    const run = (...args: string[]) => execFileSync(command(), args, { cwd: folder, encoding: 'utf8' })
    expect(run('backup', 'copy', '--data-dir', 'identities')).toContain('complete and sound')
    expect(run('restore', 'copy', '--data-dir', 'restored')).toContain('is restored into')
    expect(existsSync(join(folder, 'restored/identity.db'))).toBe(true)
  })

  const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
    (path) =>
      existsSync(path) && /^v(1|20\.|22\.[0-9]\.)/.test(execFileSync(path, ['--version'], { encoding: 'utf8' })),
  )
  test.skipIf(!oldNode)(
    'a Node that is too old has npm install a newer one, once, whatever the working directory holds',
    () => {
      const cwd = join(folder, 'repository')
      const marker = join(cwd, 'marker')
      mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true })
      for (const name of ['node', 'npm', 'npx'])
        writeFileSync(join(cwd, 'node_modules/.bin', name), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 })
      writeFileSync(join(cwd, '.npmrc'), 'registry=http://127.0.0.1:9/\n')
      const { HOME = '', NODE_EXTRA_CA_CERTS } = process.env
      const env = {
        HOME,
        NODE_EXTRA_CA_CERTS,
        XDG_CACHE_HOME: join(folder, 'cache'),
        PATH: './node_modules/.bin:/usr/bin:/bin',
      }
      const script = join(folder, 'node_modules/agent-identity-service/start.js')
      const run = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(oldNode!, [script, ...args], { cwd, env, encoding: 'utf8' })
        return [status, stdout, stderr]
      }
      // A session does not wait for an installation.
      expect(run('hook', '--for', 'codex')).toEqual([0, '', expect.stringContaining('"agent-identity doctor" once')])
      const version = `${manifest.version}\n`
      expect(run('--version')).toEqual([0, version, expect.stringContaining('npm installs Node 24 for it once')])
      expect(run('--version')).toEqual([0, version, ''])
      expect(readdirSync(join(env.XDG_CACHE_HOME, 'agent-identity'))).toEqual(['node-24'])
      expect(existsSync(marker)).toBe(false)
    },
  )
})

test('npm prints the name of the packed file alone, and warns of no script when it is installed', () => {
  const { stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual([`agent-identity-service-${manifest.version}.tgz\n`, ''])
  expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([])
})

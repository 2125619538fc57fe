import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '../support/postgres.ts'
import { call, newFolder, type Running, removeFolder, untilReady } from './running.ts'

/** The package of `npm pack`, installed as others install it: without sources and build tools. */

const root = join(import.meta.dirname, '../..')
const npm = (folder: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 120_000 })

let folder: string
let paths: string[]
beforeAll(() => {
  folder = newFolder()
  const [packed] = JSON.parse(
    npm(root, 'pack', '--json', '--silent', '--pack-destination', folder).replace(/^[^[]*/, ''),
  )
  paths = packed.files.map(({ path }: { path: string }) => path)
  npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, packed.filename))
}, 240_000)
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
    'a Node that is too old has npx bring a newer one',
    () => {
      const script = join(folder, 'node_modules/agent-identity-service/start.js')
      expect(execFileSync(oldNode!, [script, '--version'], { encoding: 'utf8', timeout: 120_000 })).toBe(
        `${manifest.version}\n`,
      )
    },
    120_000,
  )
})

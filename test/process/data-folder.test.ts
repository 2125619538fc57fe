import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSecrets } from '../../server/outside/secrets.ts'
import { call, launch, newFolder, type Running, removeFolder, start } from './running.ts'

/** Contents of `DATA_DIR` at the start, intact or not. */

let folder: string
let dataDir: string
let running: Running | undefined
beforeEach(() => {
  folder = newFolder()
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await running?.stop('SIGKILL')
  removeFolder(folder)
})

/** A database as a service leaves it. */
async function used() {
  running = await start(folder)
  const { key } = (await call(running, 'POST', '/register', {})).body
  await running.stop()
  return key as string
}

async function refusal(environment: Record<string, string> = {}) {
  running = await launch(folder, environment)
  expect(await running.exited).toBe(1)
  const lines = running.output().trim().split('\n')
  const said = lines.filter((line) => !line.startsWith('{'))
  expect(said).toHaveLength(1)
  return said[0]!
}

const change = (sql: string) => {
  const database = new DatabaseSync(join(dataDir, 'identity.db'), { enableForeignKeyConstraints: false })
  database.exec(sql)
  database.close()
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('the folder is 0700 and its files are 0600, those of an earlier version too', async () => {
  mkdirSync(dataDir, { mode: 0o755 })
  writeFileSync(join(dataDir, 'lock.json'), '{}', { mode: 0o644 })
  running = await start(folder)
  await call(running, 'POST', '/register', {})
  expect(modeOf(dataDir)).toBe('700')
  const names = readdirSync(dataDir)
  expect(names).toEqual(expect.arrayContaining(['identity.db', 'identity.db-wal', 'lock', 'lock.json', 'secret']))
  expect(names.filter((name) => modeOf(join(dataDir, name)) !== '600')).toEqual([])
})

test('an empty secret, which a power cut leaves, does not keep the service from starting', async () => {
  const key = await used()
  writeFileSync(join(dataDir, 'secret'), '')
  running = await start(folder)
  expect((await call(running, 'GET', '/account', undefined, key)).status).toBe(200)
})

test('an empty database beside a secret is refused, not replaced', async () => {
  await used()
  writeFileSync(join(dataDir, 'identity.db'), '')
  expect(await refusal()).toMatch(/identity\.db is empty.*Restore a backup/)
  expect(statSync(join(dataDir, 'identity.db')).size).toBe(0)
})

describe('a database that was lost is refused, not replaced', () => {
  const [file, log] = [() => join(dataDir, 'identity.db'), () => join(dataDir, 'identity.db-wal')]

  test('an empty one while SECRET_KEY is set, so that there is no secret beside it', async () => {
    running = await start(folder, { SECRET_KEY: 'of the environment' })
    await running.stop()
    expect(readdirSync(dataDir)).not.toContain('secret')
    writeFileSync(file(), '')
    expect(await refusal({ SECRET_KEY: 'of the environment' })).toMatch(
      /identity\.db is empty.*Restore a backup.*move identity\.db to another folder/,
    )
    expect(statSync(file()).size).toBe(0)
  })

  test('one that is missing beside its secret', async () => {
    await used()
    rmSync(file())
    expect(await refusal()).toMatch(/identity\.db is missing.*Restore a backup.*move .*secret.* to another folder/)
    expect(existsSync(file())).toBe(false)
  })

  test('one that is missing beside its log', async () => {
    const environment = { SECRET_KEY: 'of the environment' }
    running = await start(folder, environment)
    await call(running, 'POST', '/register', {})
    await running.stop('SIGKILL')
    rmSync(file())
    const { size } = statSync(log())
    expect(await refusal(environment)).toMatch(
      /identity\.db is missing, but there is identity\.db-shm, identity\.db-wal/,
    )
    expect(statSync(log()).size).toBe(size)
  })

  test('what a first start left when it was killed before the database had its name is no trace of one', async () => {
    mkdirSync(dataDir)
    for (const name of ['identity.db.new', 'identity.db.new-journal']) writeFileSync(join(dataDir, name), 'torn')
    running = await start(folder, { SECRET_KEY: 'of the environment' })
    expect((await call(running, 'POST', '/register', {})).status).toBe(201)
    expect(readdirSync(dataDir).filter((name) => name.includes('.new'))).toEqual([])
  })
})

test('another key than that of the stored tokens is refused at the start', async () => {
  await used()
  const [org, id] = ['0190d8a0-0000-7000-8000-000000000001', '0190d8a0-0000-7000-8000-000000000002']
  const secrets = openSecrets({ secretKey: 'the right one', dataDir })
  const token = secrets.encrypt('ghp_x', `github_connections/${org}/${id}`)
  change(`insert into github_connections (org_id, id, github_username, auth_type, token, created_by, created_at)
    values ('${org}', '${id}', 'ada', 'token', '${token}', '${id}', '2026-01-01T00:00:00.000Z')`)
  expect(await refusal({ SECRET_KEY: 'a wrong one' })).toContain('SECRET_KEY is not the key')
  expect(await refusal()).toContain(`${join(dataDir, 'secret')} is not the key`)
  running = await start(folder, { SECRET_KEY: 'the right one' })
})

test.each([
  ['that is a file', () => writeFileSync(dataDir, ''), () => dataDir],
  ['below a file', () => writeFileSync(dataDir, ''), () => join(dataDir, 'x')],
])('a DATA_DIR %s is refused with the way out', async (_name, prepare, path) => {
  prepare()
  expect(await refusal({ DATA_DIR: path() })).toMatch(/^The service cannot start: DATA_DIR .*Set DATA_DIR to a folder/)
})

test.skipIf(!existsSync('/sys/kernel'))('a DATA_DIR that may not be written is refused with the way out', async () => {
  expect(await refusal({ DATA_DIR: '/sys/identity' })).toMatch(
    /DATA_DIR \/sys\/identity cannot be used: .*set DATA_DIR/i,
  )
})

test.skipIf(!existsSync('/proc/self')).each([
  ['that cannot be made', '/proc/x/data'],
  ['in which nothing can be made', '/proc'],
])('a DATA_DIR %s is refused with the way out', async (_name, path) => {
  expect(await refusal({ DATA_DIR: path })).toMatch(
    /^The service cannot start: DATA_DIR \/proc\S* cannot be used: .*Set DATA_DIR to another folder\.$/,
  )
})

test('a damaged page shows at /readyz, with the reason and the way out, while what can be read is served', async () => {
  await used()
  change(
    'create table big (text); insert into big with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) select hex(randomblob(2000)) from n',
  )
  const { size } = statSync(join(dataDir, 'identity.db'))
  const file = openSync(join(dataDir, 'identity.db'), 'r+')
  for (let at = Math.floor(size * 0.6); at < size * 0.9; at += 4096)
    writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, at)
  closeSync(file)
  running = await launch(folder)
  await expect
    .poll(() =>
      fetch(`${running!.url}/healthz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  const answer = await fetch(`${running.url}/readyz`)
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: expect.stringMatching(/damaged.*docs\/how-to\/back-up\.md/), code: expect.any(String) },
  ])
  expect((await call(running, 'POST', '/register', {})).status).toBe(201)
})

import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { version } from '#core/base/version.ts'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/db/connect.ts'
import { backUp } from '../../server/db/embedded/backup.ts'
import { initial } from '../../server/db/migrations/001-initial.ts'
import * as command from './command.ts'
import { call, launch, newFolder, type Running, removeFolder, start } from './running.ts'

/** The embedded database across versions: a backup before the schema changes, and the way back. */

let folder: string
let dataDir: string
let key: string
let running: Running
beforeEach(async () => {
  folder = newFolder()
  dataDir = join(folder, 'data')
  running = await start(folder)
  key = (await call(running, 'POST', '/register', {})).body.key
  await running.stop()
})
afterEach(async () => {
  await running.stop('SIGKILL')
  removeFolder(folder)
})

function change(sql: string) {
  const database = new DatabaseSync(join(dataDir, 'identity.db'))
  database.exec(sql)
  database.close()
}

const makeNewer = () => change("insert into kysely_migration values ('999-future', '2030-01-01T00:00:00.000Z')")

/** Replaces the database by one as the first version made it. */
async function makeOlder() {
  rmSync(dataDir, { recursive: true })
  const { db } = await connect(readConfig({ DATA_DIR: dataDir }), console.error)
  const getMigrations = async () => ({ '001-initial': initial('sqlite') })
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  await db.destroy()
  expect(error).toBeUndefined()
}

async function refusal() {
  running = await launch(folder)
  expect(await running.exited).toBe(1)
  return running.output()
}

const backups = () => readdirSync(dataDir).filter((name) => name.startsWith('backup-before-'))

test('an older version names both versions, and the command that restores the state before the upgrade', async () => {
  const backup = join(dataDir, 'backup-before-9.9.8')
  await backUp(dataDir, backup)
  makeNewer()
  change(`insert into upgrades (at, version, migration, backup) values ('2030-01-01T00:00:00.000Z', '9.9.8', '999-future', '${backup}'),
    ('2030-01-02T00:00:00.000Z', '9.9.9', '999-later', '${backup}-2')`)
  const said = await refusal()
  expect(said).toContain(`was upgraded by version 9.9.9 of the service, and this is version ${version},`)
  const [, restore] = /`agent-identity (.*?)`/.exec(said)!
  const restored = await command.run(command.newWorkspace(folder), ...restore!.split(' '))
  expect(restored.status).toBe(0)
  running = await start(folder)
  expect((await call(running, 'GET', '/organizations', undefined, key)).status).toBe(200)
})

test('an older version asks for a backup where none is noted', async () => {
  makeNewer()
  expect(await refusal()).toMatch(/upgraded by a newer version of .* restore a backup that was made before the upgrade/)
})

test('a new version backs up the database before it changes the schema, once, and prints where', async () => {
  expect(backups()).toEqual([])
  await makeOlder()
  running = await start(folder)
  const [name] = backups()
  expect(statSync(join(dataDir, name!)).mode & 0o777).toBe(0o600)
  expect(running.output()).toContain(join(dataDir, name!))
  await running.stop()
  running = await start(folder)
  expect(backups()).toEqual([name])
})

test('UPGRADE_BACKUP=off changes the schema without a backup', async () => {
  await makeOlder()
  running = await start(folder, { UPGRADE_BACKUP: 'off' })
  expect(backups()).toEqual([])
})

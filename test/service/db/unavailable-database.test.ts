import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newPerson, type Person } from '../../support/people.ts'
import { databaseUrl, runSql } from '../../support/postgres.ts'
import { type Service, startService } from '../../support/service.ts'

/** Answers to clients while the database cannot be written or reached. */

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const dayMs = 86_400_000

let service: Service
let person: Person
let now: Date
beforeEach(async () => {
  now = new Date()
  service = await startService({}, { now: () => now })
  person = await newPerson(service)
})
afterEach(() => service.stop())

const unavailable = { error: 'The database is not available right now; try again in a moment', code: 'unavailable' }
const write = () => person.tenant.post('/agents', { name: 'Ada' })

/** Reads of every kind, by credentials whose use would be recorded: a key that was never used, and an old session. */
async function readsByFreshCredentials(agentId: string) {
  const { orgId } = person.tenant
  const { key } = (await person.post(`/organizations/${orgId}/api-keys`, {})).body
  return async () => {
    const authorization = { authorization: `Bearer ${key}` }
    service.deps.keys.clear()
    now = new Date(now.getTime() + 2 * dayMs)
    const answers = [
      await person.get(`/agents/${agentId}`),
      await service.call('GET', `/agents/${agentId}`, undefined, authorization),
      await service.call('GET', `/agents/${agentId}/files`, undefined, authorization),
      await service.call('GET', `/beliefs?agentId=${agentId}`, undefined, authorization),
      await person.get(`/organizations/${orgId}/api-keys`),
      await service.call('GET', '/readyz'),
    ]
    await service.deps.uses.flush()
    return answers.map(({ status }) => status)
  }
}

describe.skipIf(onPostgres)('the embedded database', () => {
  const pragma = (text: string) => sql.raw(`pragma ${text}`).execute(service.deps.db)

  test('on a full disk reads all the same, and refuses writes with 507', async () => {
    const agentId = await person.tenant.agent()
    const read = await readsByFreshCredentials(agentId)
    await pragma('max_page_count = 1')
    const body = { agentId, category: 'axiom' }
    const fill = () => person.tenant.post('/beliefs', { ...body, statement: randomBytes(1900).toString('hex') })
    let answer = await fill()
    for (let count = 0; count < 50 && answer.status === 201; count++) answer = await fill()
    expect([answer.status, answer.body.error]).toEqual([507, expect.stringContaining('full')])
    const together = await Promise.all(Array.from({ length: 10 }, fill))
    expect(new Set(together.map(({ status }) => status))).toEqual(new Set([507]))
    expect(await read()).toEqual(Array(6).fill(200))
    await pragma('max_page_count = 1000000')
    expect((await fill()).status).toBe(201)
  })

  test('that another program holds keeps no read waiting, and writes wait beside the thread that serves', async () => {
    const agentId = await person.tenant.agent()
    // The first read after a change stores a version of the prompt, and so it waits like a write.
    await person.tenant.get(`/agents/${agentId}`)
    const other = new DatabaseSync(join(service.deps.config.dataDir, 'identity.db'))
    other.exec('begin immediate')
    let isWritten = false
    const written = write().finally(() => {
      isWritten = true
    })
    for (let reads = 0; reads < 20; reads++) expect((await person.tenant.get(`/agents/${agentId}`)).status).toBe(200)
    expect(isWritten).toBe(false)
    other.exec('rollback')
    expect((await written).status).toBe(201)

    other.exec('begin immediate')
    const refused = await write()
    expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([503, unavailable, '1'])
    other.close()
    expect((await write()).status).toBe(201)
  })

  test('that only reads refuses writes with 503', async () => {
    await pragma('query_only = on')
    const refused = await write()
    expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([503, unavailable, '1'])
  })
})

describe.skipIf(!onPostgres)('a PostgreSQL server', () => {
  const name = () => new URL(service.deps.config.databaseUrl!).pathname.slice(1)
  const admin = (text: string) => runSql(databaseUrl(service.deps.config.databaseUrl!, 'postgres'), text)
  const disconnect = () => admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`)

  test('that only reads is read all the same, and refuses writes with 503', async () => {
    const agentId = await person.tenant.agent()
    const read = await readsByFreshCredentials(agentId)
    await admin(`alter database ${name()} set default_transaction_read_only = on`)
    await disconnect()
    await expect.poll(async () => (await service.call('GET', '/readyz')).status).toBe(200)
    expect(await read()).toEqual(Array(6).fill(200))
    const refused = await write()
    expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([503, unavailable, '1'])
  })

  test('that lets nobody in is 503 for everything, also /readyz, until it does again', async () => {
    await admin(`alter database ${name()} allow_connections off`)
    await disconnect()
    service.deps.keys.clear()
    for (let attempt = 0; attempt < 10; attempt++) {
      const refused = await write()
      expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([503, unavailable, '1'])
      expect((await service.call('GET', '/readyz')).status).toBe(503)
    }
    await admin(`alter database ${name()} allow_connections on`)
    expect((await write()).status).toBe(201)
  })

  test('of whose locks another client keeps one refuses what needs it with 503, and serves the rest', async () => {
    const agentId = await person.tenant.agent()
    const other = await service.register()
    await service.deps.jobsDb.transaction().execute(async (trx) => {
      await trx.selectFrom('agents').select('id').where('id', '=', agentId).forUpdate().execute()
      const blocked = person.tenant.patch(`/agents/${agentId}`, { name: 'Ida' })
      expect((await other.post('/agents', { name: 'Ada' })).status).toBe(201)
      expect((await person.tenant.get(`/agents/${agentId}`)).status).toBe(200)
      expect(await blocked).toMatchObject({ status: 503, body: unavailable })
    })
    expect((await person.tenant.patch(`/agents/${agentId}`, { name: 'Ida' })).status).toBe(200)
  })
})

test('a key shows its last use at once, and keeps it', async () => {
  const path = `/organizations/${person.tenant.orgId}/api-keys`
  await person.tenant.get('/agents')
  const lastUse = async () => (await person.get(path)).body[0].last_used_at
  expect(await lastUse()).toBe(now.toISOString())
  await service.deps.uses.flush()
  expect(await lastUse()).toBe(now.toISOString())
})

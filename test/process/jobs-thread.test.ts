import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runAs } from '#core/domain/audit/origin.ts'
import { readConfig } from '../../server/config.ts'
import { register } from '../../server/features/accounts/accounts.ts'
import { createAgent, updateAgent } from '../../server/features/agents/agents.ts'
import { requestDiscovery } from '../../server/features/discovery/discovery.ts'
import { findJob } from '../../server/features/jobs/jobs.ts'
import { jobContext } from '../../server/features/jobs/lease.ts'
import { schedules } from '../../server/jobs/schedules.ts'
import { compose } from '../../server/start/compose.ts'
import { JobsThread } from '../../server/start/jobs-thread.ts'
import { importNumbered, newAgent } from '../support/discovery-content.ts'

/** Tests the jobs thread beside the main thread, on the embedded engine. */

let folder: string
let service: Awaited<ReturnType<typeof compose>>
let jobs: JobsThread
let logged: string[]
const config = (dataDir: string) => readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const log = () => pino({ level: 'error' }, { write: (line) => logged.push(line) })
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'identity-jobs-thread-'))
  logged = []
  service = await compose(config(folder), log())
})
afterEach(async () => {
  await jobs.stop()
  await service.close()
  rmSync(folder, { recursive: true })
})

/** Renames an agent, as no job may. */
const person = { type: 'user', id: null, name: null, key_hint: null } as const

/** Starts discovery; resolves when it is done. */
async function discover() {
  const { deps } = service
  const { organization } = await register(deps, {})
  const ctx = jobContext(deps, organization.id)
  const agent = await createAgent(ctx, organization.id, { name: 'Ada' })
  const { id } = await requestDiscovery(ctx, agent.id)
  await expect.poll(async () => (await findJob(ctx, id)).status).toBe('completed')
}

test('runs what the serving thread asks for, and ends when it is told to', async () => {
  jobs = new JobsThread(config(folder), service, log())
  jobs.start()
  await discover()
  await jobs.stop()
  expect(logged).toEqual([])
})

test('a thread that fails is logged and started again', async () => {
  const link = join(folder, 'link')
  jobs = new JobsThread(config(link), service, log())
  jobs.start()
  await expect.poll(() => logged.length).toBeGreaterThan(0)
  expect(JSON.parse(logged[0]!)).toMatchObject({
    msg: 'the thread of background jobs ended; it will be started again',
    err: { message: expect.stringContaining(`${join(link, 'identity.db')} cannot be opened`) },
  })
  const state = jobs.within(service.deps).jobsThread!
  expect(state().isRunning).toBe(false)
  expect(state().failures).toBeGreaterThan(0)
  symlinkSync(folder, link)
  await discover()
  expect(state().isRunning).toBe(true)
})

test('a thread that ends in the middle of its work keeps nobody from writing, and its job goes on', async () => {
  const { deps } = service
  jobs = new JobsThread(config(folder), service, log())
  jobs.start()
  const { org_id, agent_id } = await newAgent(deps)
  await importNumbered(deps, { org_id, agent_id }, 0, 1000)
  const ctx = jobContext(deps, org_id)
  const { id } = await requestDiscovery(ctx, agent_id)
  const progress = async () => (await findJob(ctx, id)).progress_current ?? 0
  for (const name of ['Grace', 'Edith']) {
    const before = await progress()
    await expect.poll(progress).toBeGreaterThan(before)
    await jobs.end()
    await runAs(person, () => updateAgent(ctx, agent_id, { name }))
    const document = await deps.identities.documents.read([org_id], agent_id, 'agent')
    expect(JSON.parse(document!.body.toString()).name).toBe(name)
    const past = { lease_until: new Date(0).toISOString() }
    await deps.db.updateTable('jobs').set(past).where('id', '=', id).where('status', '=', 'running').execute()
  }
  await expect.poll(async () => (await findJob(ctx, id)).status).toBe('completed')
})

test('damage that a job meets is known to the service', async () => {
  const { deps } = service
  jobs = new JobsThread(config(folder), service, log())
  const { damage } = jobs.within(deps)
  jobs.start()
  await discover()
  expect(damage()).toBeUndefined()
  // The thread enters each schedule when it starts, which would write the damaged page again.
  const entered = () => deps.db.selectFrom('schedules').select('name').execute()
  await expect.poll(async () => (await entered()).length).toBe(schedules.length)
  await damagePageOf('schedules')
  // After a commit every connection reads its pages again.
  await register(deps, {})
  await expect.poll(damage).toMatch(/damaged.*docs\/how-to\/back-up\.md/)
  expect(deps.damage()).toBeUndefined()
})

async function damagePageOf(table: string) {
  const path = join(folder, 'identity.db')
  const database = new DatabaseSync(path)
  const page = database.prepare('select rootpage from sqlite_master where name = ?').get(table)!
  const { page_size } = database.prepare('pragma page_size').get() as { page_size: number }
  database.exec('pragma wal_checkpoint(truncate)')
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(page_size, 0xff), 0, page_size, (Number(page.rootpage) - 1) * page_size)
  await file.close()
  database.close()
}

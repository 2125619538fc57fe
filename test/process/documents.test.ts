import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseUrl, findPostgresBinaries, runSql, startPostgres } from '../support/postgres.ts'
import { needs } from '../support/programs.ts'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** Documents show every acknowledged write by any process, also after that process was killed. */

// Each test starts several processes one after the other.
vi.setConfig({ testTimeout: 120_000 })

const limitsOff = { RATE_LIMIT_GENERAL: '0', RATE_LIMIT_HEAVY: '0', RATE_LIMIT_REGISTER: '0' }

async function newAgent(running: Running) {
  const { key, organization } = (await call(running, 'POST', '/register', {})).body
  const group = (await call(running, 'POST', '/groups', { name: 'Platform' }, key)).body.id as string
  const { body } = await call(running, 'POST', '/agents', { name: 'Ada', groupId: group }, key)
  return { key: key as string, slug: organization.slug as string, group, agent: body.id as string }
}
type Agent = Awaited<ReturnType<typeof newAgent>>

const promptOf = async (running: Running, { key, agent }: Agent) =>
  (await call(running, 'GET', `/agents/${agent}`, undefined, key)).body.system_prompt as string

/** Writes to the three layers in turn; returns the acknowledged statement. */
async function write(running: Running, { key, slug, group, agent }: Agent, n: number): Promise<string> {
  const path = ['/beliefs', `/groups/${group}/beliefs`, `/organizations/${slug}/beliefs`][n % 3]!
  const statement = `Statement ${n}.`
  const { status } = await call(running, 'POST', path, { agentId: agent, category: 'voice', statement }, key)
  expect(status).toBe(201)
  return statement
}

const missing = (prompt: string, written: string[]) => written.filter((statement) => !prompt.includes(statement))

/** An agent with a job that generates its new avatar. */
interface Painted {
  own: Agent
  jobId: string
  /** Its avatar as last read, before the kill. */
  shown: string | null
}

/** Agents of a new organization, each with a job that waits to write to it. */
async function newPainted(running: Running): Promise<Painted[]> {
  const own = await newAgent(running)
  return Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const { body } = await call(running, 'POST', '/agents', { name: `Ada ${at}`, groupId: own.group }, own.key)
      const agent = { ...own, agent: body.id as string }
      await promptOf(running, agent)
      const changed = await call(running, 'PATCH', `/agents/${body.id}`, { avatarPrompt: `Face ${at}` }, own.key)
      return { own: agent, jobId: changed.body.avatar_job_id as string, shown: null }
    }),
  )
}

const read = async (running: Running, path: string, { key }: Agent) =>
  (await call(running, 'GET', path, undefined, key)).body

/**
 * Kills the first process during writes by jobs and clients, several times. The last process, which may be the same,
 * reads documents until then. After each kill every process must show the acknowledged writes, the finished jobs and
 * everything that was read before.
 */
async function killAmongJobs(processes: Running[], startAgain: () => Promise<Running>) {
  const all: Painted[] = []
  const written = new Map<Agent, string[]>()
  for (let round = 0; round < 4; round++) {
    const reader = processes.at(-1)!
    const painted = await newPainted(processes[0]!)
    const { own } = painted[0]!
    const statements: string[] = []
    written.set(own, statements)
    all.push(...painted)
    while (!painted.some(({ shown }) => shown)) {
      statements.push(await write(processes[0]!, own, statements.length))
      for (const each of painted) each.shown = (await read(reader, `/agents/${each.own.agent}`, each.own)).avatar_url
    }
    await processes[0]!.stop('SIGKILL')
    processes[0] = await startAgain()
    for (const running of processes) {
      for (const { own, jobId, shown } of all) {
        const job = await read(running, `/jobs/${jobId}`, own)
        const { avatar_url } = await read(running, `/agents/${own.agent}`, own)
        if (shown) expect(avatar_url).toBe(shown)
        if (job.status === 'completed') expect(avatar_url).toBe(job.result.avatar_url)
      }
      for (const [own, statements] of written) expect(missing(await promptOf(running, own), statements)).toEqual([])
    }
  }
}

describe('on the embedded engine', () => {
  const folder = newFolder()
  afterAll(() => removeFolder(folder))

  test('what a job has written shows in the next read, though the document was in the process before', async () => {
    const running = await start(folder, limitsOff)
    const own = await newAgent(running)
    const path = `/agents/${own.agent}`
    for (let round = 0; round < 10; round++) {
      const changed = await call(running, 'PATCH', path, { avatarPrompt: `Face ${round}` }, own.key)
      let job = { id: changed.body.avatar_job_id, status: 'queued', result: { avatar_url: '' } }
      while (job.status !== 'completed') {
        await call(running, 'GET', path, undefined, own.key)
        job = (await call(running, 'GET', `/jobs/${job.id}`, undefined, own.key)).body
      }
      const { avatar_url } = (await call(running, 'GET', path, undefined, own.key)).body
      expect(avatar_url).toBe(job.result.avatar_url)
    }
    await running.stop()
  })

  test('no read after a kill misses what was acknowledged before it', async () => {
    const written: string[] = []
    let running = await start(folder, limitsOff)
    const own = await newAgent(running)
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 6; n++) {
        written.push(await write(running, own, round * 6 + n))
        // Every second state is rendered before the kill.
        if (n % 2) expect(missing(await promptOf(running, own), written)).toEqual([])
      }
      await running.stop('SIGKILL')
      running = await start(folder, limitsOff)
      expect(missing(await promptOf(running, own), written)).toEqual([])
    }
    await running.stop()
  })

  test('no ETag is given again after the process was killed, since a power cut may have lost its state', async () => {
    let running = await start(folder, limitsOff)
    const agent = await newAgent(running)
    const tag = async () => {
      const headers = { authorization: `Bearer ${agent.key}` }
      return (await fetch(`${running.url}/api/v1/agents/${agent.agent}`, { headers })).headers.get('etag')
    }
    const before = await tag()
    await running.stop()
    running = await start(folder, limitsOff)
    expect(await tag()).toBe(before)
    await running.stop('SIGKILL')
    running = await start(folder, limitsOff)
    expect(await tag()).not.toBe(before)
    await running.stop()
  })

  test('a process that is killed while its jobs write takes back nothing that was read', async () => {
    const processes = [await start(folder, limitsOff)]
    await killAmongJobs(processes, () => start(folder, limitsOff))
    await processes[0]!.stop()
  })
})

describe('on a PostgreSQL server', needs('postgres', findPostgresBinaries()), () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  const folder = newFolder()
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await server.stop()
    removeFolder(folder)
  })

  test('no replica answers less than another acknowledged, with kills in between', async () => {
    await runSql(server.url, 'create database replicas')
    const environment = { ...limitsOff, DATABASE_URL: databaseUrl(server.url, 'replicas') }
    const replicas = [await start(folder, environment), await start(folder, environment)]
    const own = await newAgent(replicas[0]!)
    const written: string[] = []
    for (let n = 0; n < 24; n++) {
      const [writer, reader] = n % 2 ? replicas : replicas.toReversed()
      written.push(await write(writer!, own, n))
      expect(missing(await promptOf(reader!, own), written)).toEqual([])
      if (n % 8 === 7) {
        await replicas[0]!.stop('SIGKILL')
        replicas[0] = await start(folder, environment)
        expect(missing(await promptOf(replicas[0], own), written)).toEqual([])
      }
    }
    await Promise.all(replicas.map((replica) => replica.stop()))
  })

  test('a replica that is killed while its jobs write takes back nothing that another one has read', async () => {
    await runSql(server.url, 'create database killed')
    const environment = { ...limitsOff, DATABASE_URL: databaseUrl(server.url, 'killed') }
    const replicas = [await start(folder, environment), await start(folder, environment)]
    await killAmongJobs(replicas, () => start(folder, environment))
    await Promise.all(replicas.map((replica) => replica.stop()))
  })
})

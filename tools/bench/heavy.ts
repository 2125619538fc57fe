import { setTimeout as sleep } from 'node:timers/promises'
import { zipOf } from '../../test/support/zip.ts'
import { Connection, requestBytes } from './generator.ts'
import { load } from './load.ts'
import type { Seeded } from './seed.ts'
import { rareWord } from './seed.ts'
import { statementsOf } from './statements.ts'

/** Operations of one organization that take long: each is a function that runs it once. */

export interface Heavy {
  name: string
  run: (signal: AbortSignal) => Promise<unknown>
  /** Runs it only once, however long the reader reads. */
  once?: boolean
}

/** Calls the service for an organization, and throws an error if a call is refused. */
export interface Client {
  ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, signal?: AbortSignal): Promise<any>
  /**
   * Reads an answer as it arrives, always into the same memory. The client simulates one on another machine, and
   * parsing 10 MB, or collecting 1 MB of garbage, takes processor time on this machine from the service.
   */
  read(path: string, signal?: AbortSignal): Promise<void>
  /** Sends a request with as little effort, and does not read the answer. */
  write(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<void>
  /** Has 32 clients repeat a request for a second. */
  writeAtOnce(path: string, body: (n: number) => unknown): Promise<unknown>
  /** Has 32 clients repeat a tool call for a second. */
  callTools(name: string, input: (n: number) => unknown): Promise<unknown>
}

export function clientOf(url: string, { key }: Seeded): Client {
  const authorization = `Bearer ${key}`
  const send = async (method: string, path: string, text = '', signal?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const connection = new Connection(url, reject)
    const abort = () => reject(signal!.reason)
    signal?.addEventListener('abort', abort)
    try {
      const headers = { authorization, 'accept-encoding': 'gzip', ...(text && { 'content-type': 'application/json' }) }
      connection.send(requestBytes({ method, path: `/api/v1${path}`, headers }, text), resolve)
      const status = await promise
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}`)
    } finally {
      signal?.removeEventListener('abort', abort)
      connection.close()
    }
  }
  return {
    async ask(method, path, body, signal) {
      const isForm = body instanceof FormData
      const answer = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
        body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
        signal,
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    read: (path, signal) => send('GET', path, '', signal),
    write: (method, path, body) => send(method, path, JSON.stringify(body)),
    writeAtOnce: (path, body) =>
      load(
        {
          url: `${url}/api/v1${path}`,
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: (n) => JSON.stringify(body(n)),
        },
        1,
        clientsAtOnce,
      ),
    callTools(name, input) {
      let id = 0
      const end = performance.now() + 1000
      const call = async () => {
        do {
          const message = { jsonrpc: '2.0', id: ++id, method: 'tools/call', params: { name, arguments: input(id) } }
          const answer = await fetch(`${url}/mcp`, {
            method: 'POST',
            headers: {
              authorization,
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
            },
            body: JSON.stringify(message),
          })
          const text = await answer.text()
          if (!answer.ok || !text.includes('"result"'))
            throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 200)}`)
        } while (performance.now() < end)
      }
      return Promise.all(Array.from({ length: clientsAtOnce }, call))
    },
  }
}

const clientsAtOnce = 32
const organizationWritesPerSecond = 50
/** The largest number of changes allowed in a change request. */
const changesEach = 500

/**
 * Returns the operations.
 *
 * @param archive a ZIP file from `archiveOf`.
 * @param withContent an agent with content for discovery.
 * @param rules a rules file from `rulesOf`.
 */
export function heavyThings(
  { ask, read, write, writeAtOnce, callTools }: Client,
  { orgId, agentIds }: Seeded,
  { archive, withContent, rules = '' }: { archive: Blob; withContent: string; rules?: string },
): Heavy[] {
  const organization = `/organizations/${orgId}`
  const agent = agentIds.at(-1)!
  const search = (word: string) => (signal: AbortSignal) => read(`/search?q=${word}`, signal)
  let written = 0
  let created: Promise<{ id: string }> | undefined
  // Updates the same item each time, since documents that grow with each write would measure their size.
  const writeForAll = async () => {
    created ??= ask('POST', `${organization}/beliefs`, { category: 'axiom', statement: 'Everybody keeps promises' })
    const { id } = await created
    await write('PATCH', `/beliefs/${id}`, { statement: `Everybody keeps promise ${written++}` })
  }
  const propose = () => {
    const agentId = agentIds[++written % agentIds.length]!
    const changes = statementsOf(written * changesEach, changesEach).map((statement, at) => ({
      op: 'add',
      owner: { agentId },
      kind: 'belief',
      category: 'principle',
      statement: `${statement}, proposal ${written}.${at}`,
    }))
    return ask('POST', '/change-requests', { title: `Proposal ${written}`, changes })
  }
  return [
    // Each one is followed by the same after a write, which computes it again.
    { name: 'overview', run: (signal) => read(`${organization}/overview`, signal) },
    {
      name: 'overview, after a write',
      run: async (signal) => {
        await write('POST', '/beliefs', {
          agent_id: agent,
          category: 'axiom',
          statement: `Promise number ${written++}`,
        })
        await read(`${organization}/overview`, signal)
      },
    },
    { name: 'search, one hit', run: search(rareWord) },
    { name: 'search, in many items', run: search('disagree') },
    { name: 'search, no hit', run: search('quetzalcoatl') },
    {
      name: 'last page of agents',
      run: (signal) => read(`/agents?limit=20&offset=${Math.max(0, agentIds.length - 20)}`, signal),
    },
    {
      name: 'consensus',
      once: true,
      run: (signal) => ask('POST', `${organization}/consensus`, { dry_run: true }, signal),
    },
    {
      name: 'dedup preview',
      once: true,
      run: (signal) => ask('POST', `${organization}/dedup`, { dry_run: true }, signal),
    },
    { name: 'snapshots', run: () => write('POST', `/agents/${agent}/snapshots`, {}) },
    {
      name: `creating change requests of ${changesEach}`,
      run: async () => {
        const { id } = await propose()
        // An author may have up to 200 open requests.
        await ask('POST', `/change-requests/${id}/close`, {})
      },
    },
    {
      name: `merging change requests of ${changesEach}`,
      run: async () => {
        const { id } = await propose()
        await ask('POST', `/change-requests/${id}/merge`, {})
      },
    },
    {
      name: `MCP × ${clientsAtOnce}`,
      run: () => callTools('get_prompt', (n) => ({ agent: agentIds[n % agentIds.length] })),
    },
    {
      name: 'analyze at its limit',
      run: (signal) => ask('POST', '/public/analyze', { content: rules, filename: 'CLAUDE.md' }, signal),
    },
    {
      name: `${clientsAtOnce} creators`,
      run: () =>
        writeAtOnce('/beliefs', (n) => ({
          agentId: agentIds[n % agentIds.length],
          category: 'principle',
          statement: `Creation number ${n} keeps its promise`,
        })),
    },
    {
      name: 'discovery of 10,000 items',
      once: true,
      run: async (signal) => {
        const { job_id } = await ask('POST', '/pbd/process', { agent_id: withContent })
        await untilDone(ask, job_id, signal)
      },
    },
    {
      name: 'import of a 64 MiB archive',
      once: true,
      run: async (signal) => {
        const form = new FormData()
        form.set('agent_id', agent)
        form.set('file', archive, 'x.zip')
        await ask('POST', '/x/import', form, signal)
      },
    },
    // Runs last, because afterwards every document of the organization has to be rendered again.
    {
      name: `${organizationWritesPerSecond} organization writes a second`,
      run: async (signal) => {
        const end = performance.now() + 1000
        const writes: Promise<unknown>[] = []
        for (
          let dueAt = performance.now();
          dueAt < end && !signal.aborted;
          dueAt += 1000 / organizationWritesPerSecond
        ) {
          await sleep(Math.max(0, dueAt - performance.now()))
          writes.push(writeForAll())
        }
        await Promise.all(writes)
      },
    },
  ]
}

async function untilDone(ask: Client['ask'], jobId: string, signal: AbortSignal) {
  while (!signal.aborted) {
    const { status } = await ask('GET', `/jobs/${jobId}`)
    if (status !== 'queued' && status !== 'running') return
    await sleep(200)
  }
}

/** Returns an archive of X whose posts take about `megabytes`; not compressed, so that it is as large as allowed. */
export async function archiveOf(megabytes: number): Promise<Blob> {
  const script = (name: string, entries: string[]) => `window.YTD.${name}.part0 = [${entries.join(',')}]`
  const posts: string[] = []
  for (let bytes = 0; bytes < megabytes * 1024 * 1024; bytes += posts.at(-1)!.length + 1) {
    const at = posts.length
    posts.push(
      JSON.stringify({
        tweet: {
          id_str: String(1_000_000_000 + at),
          full_text: statementsOf(at, 2).join('. '),
          created_at: new Date(Date.UTC(2020, 0, 1) + at * 600_000).toUTCString(),
          lang: 'en',
          entities: { urls: [], hashtags: [], user_mentions: [], symbols: [] },
          favorite_count: '3',
          retweet_count: '1',
          source: '<a href="https://example.com" rel="nofollow">A client</a>',
        },
      }),
    )
  }
  const zip = await zipOf(
    {
      'data/account.js': script('account', ['{"account": {"username": "ada_writes", "accountId": "1"}}']),
      'data/tweets.js': script('tweets', posts),
    },
    { compress: false },
  )
  return new Blob([new Uint8Array(zip)])
}

/** Returns a rules file of about this many megabytes. */
export function rulesOf(megabytes: number): string {
  const lines = ['# Rules']
  for (let bytes = 0, at = 0; bytes < megabytes * 1024 * 1024; at++) {
    const line = `- Always ${statementsOf(4_000_000 + at, 1)[0]}`
    lines.push(line)
    bytes += line.length + 1
  }
  return lines.join('\n')
}

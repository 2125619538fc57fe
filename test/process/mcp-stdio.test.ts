import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call, newFolder, type Running, removeFolder, start } from './running.ts'

/** `agent-identity mcp`, spoken to by the official client over stdio. */

const root = join(import.meta.dirname, '../..')
const prompt = 'identity://agents/ada/prompt'

let folder: string
const clients: Client[] = []
beforeEach(() => {
  folder = newFolder()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  removeFolder(folder)
})

async function connect(revision: string, args: string[], environment: Record<string, string> = {}) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: revision } } } : {},
  )
  const transport = new StdioClientTransport({
    command: join(root, 'node_modules/.bin/node'),
    args: [join(root, 'cli/main.ts'), 'mcp', ...args],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', XDG_CONFIG_HOME: folder, ...environment },
    stderr: 'pipe',
  })
  const printed: string[] = []
  transport.stderr?.on('data', (data) => printed.push(String(data)))
  clients.push(client)
  await client.connect(transport).catch((error) => {
    throw new Error(`${error.message}: ${printed.join('')}`)
  })
  return client
}

/** Subscribes the client to changes in the way of its revision. */
async function subscribe(client: Client, revision: string) {
  const updated: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri)
  })
  if (revision === '2026-07-28') await client.listen({ resourceSubscriptions: [prompt] })
  else await client.subscribeResource({ uri: prompt })
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return updated
}

/** Subscribes to more resources than allowed. @returns the error */
async function watchTooMany(client: Client, revision: string, most: number): Promise<string> {
  const uris = Array.from({ length: most + 1 }, (_, i) => `identity://agents/agent-${i}/prompt`)
  if (revision === '2026-07-28') return client.listen({ resourceSubscriptions: uris }).then(() => '', String)
  for (const uri of uris.slice(0, most)) await client.subscribeResource({ uri })
  const refused = await client.subscribeResource({ uri: uris.at(-1)! }).then(() => '', String)
  for (const uri of uris.slice(0, most)) await client.unsubscribeResource({ uri })
  return refused
}

/** Proposes a change. @returns the client that the change request names */
async function proposedBy(client: Client): Promise<string> {
  const owner = { agentId: 'ada' }
  const change = { op: 'add', owner, category: 'voice', statement: 'Name the file and the line' }
  return (await run(client, 'propose_changes', { title: 'Places', changes: [change] })).structuredContent.author.client
}

const run = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const result = (await client.callTool({ name, arguments: args })) as any
  return { ...result, text: result.content[0].text as string }
}

describe.each(['2025-11-25', '2026-07-28'])('in the revision %s', (revision) => {
  test('the embedded database is served without a service, from nothing', async () => {
    const args = ['--data-dir', 'identities', '--toolsets', 'identity,organization,admin']
    // A key of the environment is for a service, not for the database in the folder.
    const client = await connect(revision, args, { AGENT_IDENTITY_API_KEY: 'ais_of_a_service' })
    expect(client.getInstructions()).toContain('get_prompt')
    expect((await run(client, 'create_agent', { name: 'Ada' })).isError).toBeFalsy()
    expect(await watchTooMany(client, revision, 100)).toMatch(/at most 100 resources/i)
    const updated = await subscribe(client, revision)
    const belief = { agent: 'ada', category: 'voice', statement: 'Answer in short sentences' }
    expect((await run(client, 'add_belief', belief)).isError).toBeFalsy()
    expect(await proposedBy(client)).toBe('test 1.0.0')
    const answer = await run(client, 'get_prompt', { agent: 'ada' })
    expect(answer.text).toContain('Answer in short sentences')
    expect(answer).not.toHaveProperty('structuredContent')
    await expect.poll(() => updated).toEqual([prompt])
    await client.close()

    const reader = await connect(revision, [...args, '--read-only'])
    const { tools } = await reader.listTools()
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
    const { contents } = await reader.readResource({ uri: prompt })
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('Answer in short sentences') })
  })

  describe('a service elsewhere', () => {
    let service: Running
    let key: string
    beforeEach(async () => {
      service = await start(folder)
      key = (await call(service, 'POST', '/register', {})).body.key
      await call(service, 'POST', '/agents', { name: 'Ada' }, key)
    })
    afterEach(() => service.stop())

    test('is served through a bridge, with its notifications', async () => {
      const client = await connect(revision, ['--url', service.url, '--key', key, '--toolsets', 'identity'])
      expect(client.getInstructions()).toContain('get_prompt')
      const { tools } = await client.listTools()
      expect(tools.find(({ name }) => name === 'get_prompt')).not.toHaveProperty('outputSchema')
      expect(tools.map(({ name }) => name)).not.toContain('merge_change_request')
      expect(await run(client, 'get_prompt', { agent: 'nobody' })).toMatchObject({
        isError: true,
        text: 'Agent not found; call list_agents to see which there are',
      })
      await expect(client.readResource({ uri: 'identity://agents/nobody/prompt' })).rejects.toThrow('not found')
      const [most, message] =
        revision === '2026-07-28' ? [100, 'at most 100 resources'] : [32, 'at most 32 subscriptions open']
      expect(await watchTooMany(client, revision, most)).toContain(message)
      const updated = await subscribe(client, revision)
      const agent = (await call(service, 'GET', '/agents/ada', undefined, key)).body
      await call(service, 'POST', '/beliefs', { agentId: agent.id, category: 'voice', statement: 'Be brief' }, key)
      await expect.poll(() => updated).toEqual([prompt])
      expect(await proposedBy(client)).toBe('test 1.0.0')
      const answer = await run(client, 'get_prompt', { agent: 'ada' })
      expect(answer.text).toContain('Be brief')
      expect(answer).not.toHaveProperty('structuredContent')
    })
  })
})

test('a wrong key, a missing key and an unknown toolset are one clear line', async () => {
  await expect(connect('2025-11-25', ['--url', 'http://127.0.0.1:1', '--key', 'x'])).rejects.toThrow('mcp failed: ')
  await expect(connect('2025-11-25', ['--url', 'http://127.0.0.1:1'])).rejects.toThrow(
    'There is no key for http://127.0.0.1:1',
  )
  await expect(connect('2025-11-25', ['--toolsets', 'everything'])).rejects.toThrow('There is no toolset everything')
})

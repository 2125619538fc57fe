import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCallerByKey } from '../../../server/features/accounts/api-keys.ts'
import { toolsetNames } from '../../../server/mcp/tool.ts'
import { type Tool, toolsOf } from '../../../server/mcp/tools.ts'
import { exampleRequest, newWorld, type Operation, readOperations, send, type World } from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

/** Tools follow the access rules of their routes, for each kind of key. */

let service: Service
let operations: Map<string, Operation>
let url: string
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  operations = new Map((await readOperations(service)).map((operation) => [operation.operationId, operation]))
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/mcp`
})
afterAll(() => service.stop())

const kinds = ['full', 'write', 'propose', 'read', 'full, of one agent', 'propose, of one agent'] as const

async function newKey(world: World, kind: (typeof kinds)[number]): Promise<string> {
  const [access, ofOne] = kind.split(', ')
  const limits = { access, ...(ofOne && { agentId: world.ids.agentId }) }
  return (await world.person.post(`/organizations/${world.person.tenant.orgId}/api-keys`, limits)).body.key
}

/** All tools, of each toolset alone: two of them name some tools alike. */
const allTools = () =>
  toolsetNames.map((name) => [name, [...toolsOf([name], service.app.operations).values()]] as [string, Tool[]])

async function listed(key: string, toolset: string): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}?toolsets=${toolset}`), options))
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

describe.each(kinds)('a key with access %s', (kind) => {
  test('is offered the tools whose routes it may call, and is refused by all as by the route', async () => {
    const world = await newWorld(service)
    const key = await newKey(world, kind)
    const caller = await findCallerByKey(service.deps, key)
    const person = { ...world.person, tenant: { ...world.person.tenant, ...callsWith(key) } }
    // The records do not exist: permitted calls change nothing, and the refusal comes first.
    const nowhere = {
      ...world,
      ids: Object.fromEntries(Object.keys(world.ids).map((name) => [name, crypto.randomUUID()])),
      layerIds: {},
    }
    const wrong: string[] = []
    const refused = new Map<string, boolean>()
    for (const id of new Set(allTools().flatMap(([, tools]) => tools.flatMap((tool) => tool.operations)))) {
      // Open to anyone, and the second account with one email is refused.
      if (id === 'register') continue
      const operation = operations.get(id)!
      const request = exampleRequest(nowhere, operation)
      const route = await send(person, 'key', operation, request)
      refused.set(id, route.status === 401)
      const response = { once: () => undefined, writableFinished: true } as never
      const invocation = { caller, ip: '127.0.0.1', client: undefined, response, log: service.deps.log, id: 'test' }
      const args = { ...request.path, ...request.query, ...request.body }
      const called = await service.app.operations.call(id, args, invocation).then(
        () => ({ status: 200, message: '' }),
        ({ status, message }) => ({ status, message }),
      )
      const said = route.status < 300 ? '' : route.body.error
      if (route.status < 300 ? called.status !== 200 : called.status !== route.status || called.message !== said)
        wrong.push(`${id}: ${route.status} ${said} | ${called.status} ${called.message}`)
    }
    expect(wrong).toEqual([])
    for (const [toolset, tools] of allTools()) {
      const may = tools.filter((tool) => tool.operations.every((id) => !refused.get(id)))
      expect([toolset, await listed(key, toolset)]).toEqual([toolset, may.map((tool) => tool.listed.name)])
    }
  })
})

test('what a key may do only as a dry run is refused when it is none', async () => {
  const world = await newWorld(service)
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { authorization: `Bearer ${await newKey(world, 'read')}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}?toolsets=persona`), { requestInit: { headers } }),
  )
  const run = async (args: object) =>
    (await client.callTool({ name: 'run_dedup', arguments: { agentId: world.ids.agentId, ...args } })) as any
  expect((await run({})).isError).toBeFalsy()
  const refused = await run({ dryRun: false })
  expect([refused.isError, refused.content[0].text]).toEqual([true, 'This key may not change or propose anything'])
  // A tool that is not offered cannot be called either.
  const hidden = (await client.callTool({ name: 'add_belief', arguments: { agentId: world.ids.agentId } })) as any
  expect([hidden.isError, hidden.content[0].text]).toEqual([
    true,
    expect.stringContaining('There is no tool add_belief'),
  ])
  await client.close()
})

function callsWith(key: string) {
  const call =
    (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE') => (path: string, body?: unknown, headers?: object) =>
      service.call(method, path, body, { authorization: `Bearer ${key}`, ...headers })
  return {
    key,
    get: (path: string, headers?: object) => call('GET')(path, undefined, headers),
    post: call('POST'),
    patch: call('PATCH'),
    put: call('PUT'),
    delete: call('DELETE'),
  }
}

import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Service } from './service.ts'

/** The official client of MCP, over HTTP. */

/** Has a service listen. @returns the address of its MCP endpoint */
export async function listenForMcp({ app }: Service): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mcp`
}

/** Connects a client in the newer revision of the protocol by default. */
export async function connectMcp(url: string, key: string, { revision = '2026-07-28', headers = {} } = {}) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return client
}

/** Calls a tool. @returns its result, with its text */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: args })) as any
  return { ...result, text: result.content[0].text as string }
}

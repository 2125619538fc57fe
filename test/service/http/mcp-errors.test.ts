import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { callTool as call, connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Errors of tools name the argument and the way out. */

let service: Service
let tenant: Tenant
let url: string
const open: Client[] = []
beforeAll(async () => {
  service = await startService()
  url = await listenForMcp(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  await tenant.agent({ name: 'Ada' })
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

async function connect(query = '') {
  const client = await connectMcp(url + query, tenant.key)
  open.push(client)
  return client
}

test('tools say which argument is wrong, and what to do', async () => {
  const client = await connect()
  const wrong: [string, Record<string, unknown>, string][] = [
    ['get_prompt', {}, 'agent is required'],
    ['get_prompt', { agent: 'nobody' }, 'Agent not found; call list_agents to see which there are'],
    ['get_prompt', { agent: 42 }, 'agent must be a string: slug or id'],
    ['list_pending', { agent: 42 }, 'agent must be a string: slug or id'],
    ['report_observations', { agent: 42, observations: [] }, 'agent must be a string: slug or id'],
    ['add_belief', { agent: 'Ada!', category: 'voice', statement: 'x' }, 'agent must be the id or slug of an agent'],
    ['get_prompt', { agent: 'ada', maxTokens: 5 }, 'maxTokens must be 200 or more'],
    ['get_prompt', { agentId: 'ada' }, 'get_prompt takes no argument agentId; it takes agent, maxTokens'],
    ['add_belief', { agent: 'ada', category: 'mood', statement: 'x' }, 'category must be one of'],
    ['add_belief', { agent: 'ada', category: 'voice', statement: 7 }, 'statement must be a string'],
    ['add_belief', { agent: 'ada', category: 'voice', statement: 'nul\0' }, 'NUL'],
    ['no_such_tool', {}, 'There is no tool no_such_tool'],
  ]
  for (const [name, args, message] of wrong) {
    const result = await call(client, name, args).catch((error) => ({ isError: true, text: String(error) }))
    expect(result, name).toMatchObject({ isError: true, text: expect.stringContaining(message) })
  }
})

test('tools take no other type for a text, whatever the tool and the argument', async () => {
  for (const toolset of ['identity,review,discovery,organization,admin', 'persona']) {
    const client = await connect(`?toolsets=${toolset}`)
    for (const { name, description, inputSchema } of (await client.listTools()).tools) {
      // Some examples show the first part of an id alone.
      const example = JSON.parse(/ Example: (\{.*\})$/.exec(description!)![1]!.replaceAll('019a3c51-…', randomUUID()))
      const texts = Object.entries(inputSchema.properties as Record<string, { type?: string }>).filter(
        ([, { type }]) => type === 'string',
      )
      const needed = Object.fromEntries((inputSchema.required ?? []).map((argument) => [argument, example[argument]]))
      for (const [argument] of texts)
        for (const wrong of [42, true, ['ada'], { slug: 'ada' }]) {
          const { isError, text } = await call(client, name, { ...needed, [argument]: wrong })
          expect({ name, isError, text }).toEqual({
            name,
            isError: true,
            text: expect.stringMatching(new RegExp(`^${argument} must be (a string: .|one of )`)),
          })
        }
    }
  }
})

test('tools that find nothing name the tool that lists what there is, of another toolset if need be', async () => {
  const id = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
  const wrong: [string, string, Record<string, unknown>, string][] = [
    ['identity', 'update_belief', { id, starred: true }, 'Belief not found; call get_identity'],
    ['review', 'get_change_request', { id }, 'Change request not found; call list_change_requests'],
    ['review', 'list_pending', { agent: 'bo' }, 'Agent not found; call list_agents of the toolset identity'],
    ['discovery', 'get_job', { id }, 'Job not found; call list_jobs'],
    ['discovery', 'sync_source', { id }, 'Content source not found; call list_sources'],
    ['discovery', 'complete_conversation', { id }, 'Conversation not found; call search of the toolset identity'],
    ['organization', 'list_group_beliefs', { groupId: id }, 'Group not found; call list_groups'],
    ['admin', 'restore_snapshot', { agent: 'ada', snapshotId: id }, 'Snapshot not found; call list_snapshots'],
    ['persona', 'get_agent', { agentId: 'bo' }, 'Agent not found; call list_agents'],
    ['persona', 'get_org_summary', { orgId: 'bo' }, 'Organization not found; call get_organization_summary of the'],
    ['persona', 'get_group_beliefs', { groupId: id }, 'Group not found; call get_org_summary'],
  ]
  for (const [toolset, name, args, message] of wrong)
    expect(await call(await connect(`?toolsets=${toolset}`), name, args)).toMatchObject({
      isError: true,
      text: expect.stringMatching(new RegExp(`^${message}.* to see which there are$`)),
    })
})

test('tools of another tenant’s agent answer as of one that does not exist', async () => {
  const other = await service.register()
  const foreign = await other.agent({ name: 'Bo' })
  const client = await connect()
  const random = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
  for (const agent of [foreign, 'bo', random, 'nobody']) {
    expect(await call(client, 'get_identity', { agent })).toMatchObject({
      isError: true,
      text: 'Agent not found; call list_agents to see which there are',
    })
  }
  await expect(client.readResource({ uri: 'identity://agents/bo/prompt' })).rejects.toThrow()
})

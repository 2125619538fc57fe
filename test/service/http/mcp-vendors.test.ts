import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolsetNames } from '../../../server/mcp/tool.ts'
import { callTool, connectMcp, listenForMcp } from '../../support/mcp-client.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Limits that models' endpoints put on the tools of a request: one tool that breaks them fails every request. */

let service: Service
let tenant: Tenant
let url: string
beforeAll(async () => {
  service = await startService()
  url = await listenForMcp(service)
  tenant = await service.register()
})
afterAll(() => service.stop())

type Schema = Record<string, any>

interface Listed {
  name: string
  description?: string
  inputSchema: Schema
}

/** The schema and those of its properties and elements, by path. */
const schemasOf = (schema: Schema, path: string): [path: string, schema: Schema][] => [
  [path, schema],
  ...Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, each]) =>
    schemasOf(each, `${path}.${name}`),
  ),
  ...(schema.items ? schemasOf(schema.items, `${path}[]`) : []),
]

const combinations = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'enum']
const types = ['string', 'integer', 'number', 'boolean', 'array', 'object']

/** Violations of each vendor's limits, by schema (`each`), by tool (`whole`) and by the name that the model is sent. */
const vendors: Record<
  string,
  { name: RegExp; each?: (schema: Schema, path: string) => unknown[]; whole?: (tool: Listed) => unknown[] }
> = {
  Gemini: {
    name: /^[a-z_][\w.-]{0,63}$/i,
    each(schema, path) {
      const known = ['type', 'format', 'description', 'enum', 'properties', 'required', 'items']
      const isTop = !path.includes('.')
      return [
        // Lists of types, `const`, `$ref` and combinations have no place in its schemas.
        ...Object.keys(schema).filter((key) => !known.includes(key)),
        !types.includes(schema.type) && `type ${schema.type}`,
        schema.type === 'array' && !schema.items && 'no items',
        !isTop && schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0 && 'no properties',
        schema.format !== undefined && (schema.type !== 'string' || schema.format !== 'date-time') && schema.format,
        schema.enum && (schema.type !== 'string' || schema.enum.some((value: unknown) => !value)) && schema.enum,
        schema.required?.some((name: string) => !schema.properties?.[name]) && schema.required,
      ]
    },
  },
  OpenAI: {
    name: /^[\w-]{1,64}$/,
    each: ({ type, items }) => [type === 'array' && !items && 'no items'],
    whole: ({ description = '', inputSchema }) => [
      inputSchema.type !== 'object' && inputSchema.type,
      ...combinations.filter((key) => key in inputSchema),
      description.length > 1024 && `${description.length} characters`,
    ],
  },
  Anthropic: {
    name: /^[\w-]{1,64}$/,
    each: ({ $ref, properties = {} }) => [
      $ref,
      ...Object.keys(properties).filter((key) => !/^[\w.-]{1,64}$/.test(key)),
    ],
    whole: ({ inputSchema }) => [
      inputSchema.type !== 'object' && inputSchema.type,
      ...combinations.filter((key) => key in inputSchema),
    ],
  },
  Bedrock: {
    name: /^[\w-]{1,64}$/,
    // Models of Amazon take no other keys at the top.
    whole: ({ description, inputSchema }) => [
      !description && 'no description',
      ...Object.keys(inputSchema).filter((key) => !['type', 'properties', 'required'].includes(key)),
    ],
  },
}

const root = join(import.meta.dirname, '../../..')
const serversOf = (path: string) => {
  const { name, mcpServers } = JSON.parse(readFileSync(join(root, 'plugins', path), 'utf8'))
  return Object.keys(mcpServers).map((server) => [name, server] as [plugin: string, server: string])
}

/** The names that clients make of a tool's, with the longest prefix of ours; Cursor leaves out what has more than 60 characters. */
const prefixes = [
  ...serversOf('agent-identity/.claude-plugin/plugin.json').map(
    ([plugin, server]) => `mcp__plugin_${plugin}_${server}__`,
  ),
  ...serversOf('agent-identity/.github/plugin/plugin.json').map(([, server]) => `${server}-`),
  ...serversOf('agent-identity/qwen-extension.json').map(([, server]) => `mcp__${server}__`),
  ...serversOf('gemini/gemini-extension.json').map(([, server]) => `mcp_${server}_`),
  'mcp__agent-identity__',
]

describe.each(['2025-11-25', '2026-07-28'])('in the revision %s', (revision) => {
  test.each(toolsetNames)('every vendor takes the tools of %s', async (toolset) => {
    const client = await connectMcp(`${url}?toolsets=${toolset}`, tenant.key, { revision })
    const { tools } = (await client.listTools()) as { tools: Listed[] }
    await client.close()
    expect(tools.length).toBeGreaterThan(3)
    const wrong = tools.flatMap((tool) =>
      Object.entries(vendors).flatMap(([vendor, { name, each, whole }]) => [
        ...prefixes.flatMap((prefix) => (name.test(prefix + tool.name) ? [] : [`${vendor}: ${prefix}${tool.name}`])),
        ...schemasOf(tool.inputSchema, tool.name).flatMap(([path, schema]) =>
          (each?.(schema, path) ?? []).filter(Boolean).map((problem) => `${vendor}: ${path}: ${problem}`),
        ),
        ...(whole?.(tool) ?? []).filter(Boolean).map((problem) => `${vendor}: ${tool.name}: ${problem}`),
      ]),
    )
    expect(wrong).toEqual([])
    expect(tools.filter(({ name }) => `agent-identity${name}`.length > 59).map(({ name }) => name)).toEqual([])
  })
})

test('null, the other alternative and earlier names are accepted all the same', async () => {
  const client = await connectMcp(`${url}?toolsets=identity,review,organization`, tenant.key)
  const made = await callTool(client, 'create_agent', { name: 'Ada', jobTitle: null, description: '' })
  expect(made.isError ?? false).toBe(false)
  const proposed = await callTool(client, 'propose_changes', {
    title: 'No title',
    changes: [{ op: 'profile', agentId: 'ada', jobTitle: null, location: 'Bern' }],
  })
  expect(proposed.isError ?? false).toBe(false)
  const added = await callTool(client, 'add_organization_belief', { category: 'principle', statement: 'We disagree' })
  expect(added.isError ?? false).toBe(false)
  const { data } = (await callTool(client, 'list_organization_beliefs')).structuredContent
  expect(data).toHaveLength(1)
  const reviewed = await callTool(client, 'review_beliefs', {
    ids: [data[0].id],
    updates: [{ id: data[0].id, status: 'rejected' }],
  })
  expect([reviewed.text, reviewed.structuredContent?.updated]).toEqual([expect.anything(), 1])
  await client.close()
})

import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidPattern } from '#core/base/ids.ts'
import manifest from '../../../package.json' with { type: 'json' }
import {
  exampleRequest,
  newWorld,
  type Operation,
  readDescription,
  readOperations,
  send,
} from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let operations: Operation[]
beforeAll(async () => {
  service = await startService()
  operations = await readOperations(service)
})
afterAll(() => service.stop())

/** `GET /api/v1/agents/:agentId` for every route of the app, read from its tree. */
function existingRoutes(): string[] {
  const path: string[] = []
  return service.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, text] = /^([│ ]*)[├└]── (.*)$/.exec(line) ?? []
      if (text === undefined) return []
      const [, segment, methods] = /^(.*?)(?: \(([A-Z, ]+)\))?$/.exec(text)!
      path.splice(indent!.length / 4, Number.POSITIVE_INFINITY, segment!)
      return methods?.split(', ').map((method) => `${method} ${path.join('')}`) ?? []
    })
}

describe('/openapi.json', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(await readDescription(service))
    expect([result.valid, result.errors]).toEqual([true, undefined])
    expect((await readDescription(service)).openapi).toMatch(/^3\.1\./)
  })

  test('is the same bytes at all three addresses', async () => {
    const bodies = []
    for (const url of ['/openapi.json', '/api/v1/openapi.json', '/api/openapi.json']) {
      const { statusCode, body, headers } = await service.app.inject(url)
      expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('application/json')])
      bodies.push(body)
    }
    expect(new Set(bodies).size).toBe(1)
  })

  test('documents every route, and every route that it documents exists', () => {
    // Files for browsers, the document itself, and MCP, which describes itself, are not part of the API.
    const isPage = (route: string) => /^(HEAD|OPTIONS) |\/docs|openapi\.json$|\/mcp$|^GET \/(\*|assets.*)?$/.test(route)
    const existing = existingRoutes().filter((route) => !isPage(route))
    const documented = operations.map(({ method, path }) => {
      const prefix = /^\/(healthz|readyz|metrics|avatars\/\{file\}|llms\.txt|\.well-known\/agent-card\.json)$/.test(
        path,
      )
        ? ''
        : '/api/v1'
      return `${method} ${prefix}${path.replace(/\{(\w+)\}/g, ':$1')}`
    })
    expect(existing.length).toBeGreaterThan(80)
    expect(existing.filter((route) => !documented.includes(route))).toEqual([])
    expect(documented.filter((route) => !existing.includes(route))).toEqual([])
  })

  test('describes every operation, with an example of each parameter, body and answer that fits its schema', () => {
    const ajv = new Ajv({ strict: false })
    addFormats.default(ajv)
    ajv.addFormat('agent', uuidPattern)
    const missing: string[] = []
    const check = (location: string, schema: object | undefined, example: unknown) => {
      if (schema === undefined || example === undefined) missing.push(`${location} has no example`)
      else if (!ajv.validate(schema, example))
        missing.push(`${location}: ${JSON.stringify(example)} ${ajv.errorsText()}`)
    }
    for (const { name, summary, parameters, body, responses } of operations) {
      if (!summary) missing.push(`${name} has no summary`)
      for (const parameter of parameters) check(`${name} ${parameter.name}`, parameter.schema, parameter.example)
      if (body) check(`${name} body`, body.schema, body.example)
      for (const [status, { description, content = {} }] of Object.entries(responses)) {
        if (!description) missing.push(`${name} ${status} has no description`)
        const [media] = Object.values(content)
        if (!status.startsWith('3')) check(`${name} ${status}`, media?.schema, media?.example)
        if (Number(status) >= 400)
          expect([name, status, media?.schema]).toEqual([
            name,
            status,
            expect.objectContaining({ required: status === '401' ? ['error'] : ['error', 'code'] }),
          ])
      }
    }
    expect(missing).toEqual([])
  })

  test('describes every operation and every group, the groups for newcomers first', async () => {
    const { tags, paths } = await readDescription(service)
    const described = Object.values<any>(paths).flatMap(({ servers: _, ...methods }) => Object.values<any>(methods))
    expect(described.filter(({ description }) => !description).map(({ operationId }) => operationId)).toEqual([])
    expect(tags.filter(({ description }: { description?: string }) => !description)).toEqual([])
    const names: string[] = tags.map(({ name }: { name: string }) => name)
    expect(names.slice(0, 3)).toEqual(['Agents', 'Beliefs', 'Responsibilities'])
    expect(names.toSorted()).toEqual([...new Set(described.flatMap((operation) => operation.tags))].toSorted())
  })

  test('has one component for each thing, and refers to it', async () => {
    const { paths, components } = await readDescription(service)
    const names = Object.keys(components.schemas)
    expect(names).toEqual(expect.arrayContaining(['Agent', 'Belief', 'ChangeRequest', 'Error', 'Responsibility']))
    expect(names.filter((name) => !/^([A-Z][a-z]*)+$/.test(name))).toEqual([])

    const references = new Set<string>()
    const inline: string[] = []
    const look = (value: any, path: string): void => {
      if (value === null || typeof value !== 'object') return
      const isComponent = /^\/components\/schemas\/\w+$/.test(path)
      if (!isComponent && (value.type === 'object' || Array.isArray(value.enum))) inline.push(path)
      for (const [key, entry] of Object.entries<any>(value)) {
        if (key === '$ref') references.add(entry)
        else if (key !== 'example' && key !== 'examples') look(entry, `${path}/${key}`)
      }
    }
    look({ paths, components }, '')
    expect(inline).toEqual([])
    const defined = ['schemas', 'responses'].flatMap((kind) =>
      Object.keys(components[kind]).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...references].sort()).toEqual(defined.sort())

    const sameShape = Map.groupBy(names, (name) =>
      JSON.stringify(components.schemas[name], (key, value) =>
        key === 'examples' || (key === 'description' && typeof value === 'string') ? undefined : value,
      ),
    )
    expect([...sameShape.values()].filter((same) => same.length > 1)).toEqual([])
    for (const { content } of Object.values<any>(components.responses))
      expect(content['application/json'].schema.$ref).toMatch(/^#\/components\/schemas\/(?:Error|Unauthorized)$/)
  })

  test('names every operation once, as generated code needs it', () => {
    const names = new Map(operations.map(({ name, operationId }) => [name, operationId]))
    expect(new Set(names.values()).size).toBe(operations.length)
    expect([...names.values()].filter((id) => !/^[a-z]+([A-Z][A-Za-z0-9]*)*$/.test(id))).toEqual([])
    expect(names.get('GET /agents')).toBe('listAgents')
    expect(names.get('PATCH /agents/{agentId}')).toBe('updateAgent')
    expect(names.get('POST /agents/{agentId}/regenerate-prompt')).toBe('regenerateAgentPrompt')
    expect(names.get('DELETE /conversations/{sessionId}/publish')).toBe('unpublishConversation')
    expect(names.get('PATCH /beliefs/bulk')).toBe('bulkUpdateBeliefs')
  })

  test('spells request keys as the specification does, and answers in snake_case', () => {
    const spelled = (name: string) => operations.find((operation) => operation.name === name)!
    const keys = (name: string) => Object.keys(spelled(name).body!.schema.properties!)
    expect(keys('POST /beliefs')).toEqual([
      'agentId',
      'category',
      'statement',
      'status',
      'dedupe',
      'sourceType',
      'quote',
      'nCount',
    ])
    expect(keys('POST /register')).toEqual(['email', 'password', 'org_name', 'org_slug', 'display_name'])
    const camel: string[] = []
    for (const { name, responses } of operations) {
      const walk = (schema: any) => {
        for (const [key, property] of Object.entries<any>(schema?.properties ?? {})) {
          if (/[A-Z]/.test(key)) camel.push(`${name} ${key}`)
          walk(property)
        }
        if (schema?.items) walk(schema.items)
      }
      for (const { content = {} } of Object.values(responses))
        for (const { schema } of Object.values(content)) walk(schema)
    }
    // The keys that the specification itself spells in camelCase; each has a snake_case twin (behavior: Keys and
    // bodies).
    const allowed =
      /(systemPrompt|beliefsCreated|responsibilitiesCreated|beliefsUpdated|responsibilitiesUpdated|jobId|agentId|avatarJobId)$/
    expect(camel.filter((location) => !allowed.test(location))).toEqual([])
  })
})

test('the answers to the example requests are what the document says, status and body', async () => {
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  ajv.addFormat('agent', uuidPattern)
  const world = await newWorld(service)
  const wrong: string[] = []
  const outside = /^\/github\/|\/sync$|^\/bootstrap\/scrape$/
  const ordered = operations
    .filter(({ path }) => !outside.test(path))
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  for (const operation of ordered) {
    const isSessionOnly = !operation.security.some((way) => 'apiKey' in way) && operation.security.length > 0
    if (operation.path === '/auth/logout') continue
    const request = exampleRequest(world, operation)
    const { status, body, text } = await send(world.person, isSessionOnly ? 'session' : 'key', operation, request)
    const [media] = Object.values(operation.responses[status]?.content ?? {})
    if (!media) wrong.push(`${operation.name} answers ${status}, which is not documented`)
    else if (!ajv.validate(closed(media.schema), body)) {
      wrong.push(`${operation.name} ${status} ${ajv.errorsText()}: ${text.slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])

  /** The schema without additional properties: an answer must not contain undocumented fields. */
  function closed(schema: any): any {
    if (schema === null || typeof schema !== 'object') return schema
    if (Array.isArray(schema)) return schema.map(closed)
    const inner = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [
        key,
        key === 'example' || key === 'examples' ? value : closed(value),
      ]),
    )
    return schema.properties && schema.additionalProperties === undefined
      ? { ...inner, additionalProperties: false }
      : inner
  }
})

test('the document and MCP name the version of the package', async () => {
  expect((await readDescription(service)).info.version).toBe(manifest.version)
  const { key } = await service.register()
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' }
  const payload = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  const { body } = await service.app.inject({ method: 'POST', url: '/mcp', headers, payload })
  expect(body).toContain(`"version":"${manifest.version}"`)
})

test('/docs works without any other origin', async () => {
  const page = await service.app.inject('/docs')
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/(src|href)="https?:/)
  expect(String(page.headers['content-security-policy'])).toContain("default-src 'self'")
})

test('/docs has every file that its page and its scripts name', async () => {
  const page = (await service.app.inject('/docs')).body
  const script = (await service.app.inject('/docs/static/swagger-initializer.js')).body
  const ofPage = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
  const ofScript = [...script.matchAll(/resolveUrl\('\.([^']+)'\)/g)].map(([, address]) => `/docs${address}`)
  expect([ofPage.length, ofScript.length]).toEqual([6, 1])
  for (const url of [...ofPage, ...ofScript, '/docs/static/index.html', '/docs/yaml'])
    expect([url, (await service.app.inject(url)).statusCode]).toEqual([url, url.endsWith('index.html') ? 302 : 200])
})

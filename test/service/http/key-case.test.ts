import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { camelCase } from '../../../server/http/requests/key-case.ts'
import {
  exampleRequest,
  newWorld,
  type Operation,
  type Request,
  readOperations,
  replaced,
  type Schema,
  send,
  type World,
} from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let operations: Operation[]
let world: World
beforeAll(async () => {
  service = await startService()
  operations = (await readOperations(service)).filter(({ path }) => !/^\/github\/|\/sync$|logout/.test(path))
  world = await newWorld(service)
})
afterAll(() => service.stop())

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The paths of all keys of a body that have two spellings, `['messages', 0, 'participantId']`. */
function twoSpellings(schema: Schema, path: (string | number)[] = []): (string | number)[][] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) => [
      ...(camelCase(key) !== snakeCase(key) ? [[...path, key]] : []),
      ...twoSpellings(property, [...path, key]),
    ]),
    ...(schema.items ? twoSpellings(schema.items, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap((alternative) => twoSpellings(alternative, path)),
  ]
}

/** A body with its named keys in another spelling, at every depth that the schema names. */
function respelled(schema: Schema, value: any, spell: (key: string) => string): any {
  if (Array.isArray(value)) {
    const items = schema.items ?? schema.anyOf?.find((alternative) => alternative.items)?.items
    return items ? value.map((entry) => respelled(items, entry, spell)) : value
  }
  const properties = schema.properties ?? schema.anyOf?.find((alternative) => alternative.properties)?.properties
  if (value === null || typeof value !== 'object' || !properties) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [spell(key), respelled(properties[key] ?? {}, entry, spell)]),
  )
}

const callerOf = (operation: Operation) =>
  operation.security.length > 0 && !operation.security.some((way) => 'apiKey' in way) ? 'session' : 'key'
const call = (operation: Operation, request: Request) => send(world.person, callerOf(operation), operation, request)

describe('keys of a body', () => {
  test('may be written in either case, at every depth: the answer is the same', async () => {
    const differing: string[] = []
    let compared = 0
    for (const operation of operations) {
      const schema = operation.body?.schema
      if (!schema || twoSpellings(schema).length === 0 || operation.method === 'DELETE') continue
      const request = exampleRequest(world, operation)
      // The first call creates what the example creates, so that the two compared calls find the same state.
      const answers = []
      for (const spell of [camelCase, camelCase, snakeCase]) {
        const { status, body } = await call(operation, { ...request, body: respelled(schema, request.body, spell) })
        answers.push(`${status} ${status < 400 ? Object.keys(body).sort() : body.error}`)
      }
      compared++
      if (answers[1] !== answers[2]) differing.push(`${operation.name}: ${answers.slice(1).join(' | ')}`)
    }
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThan(20)
  })

  test('400 that names both spellings when they come with different values', async () => {
    const wrong: string[] = []
    let sent = 0
    for (const operation of operations.filter(({ body }) => body)) {
      for (const path of twoSpellings(operation.body!.schema)) {
        const request = exampleRequest(world, operation)
        const key = String(path.at(-1))
        const at = (name: string) => [...path.slice(0, -1), name]
        const first = replaced(request.body, at(camelCase(key)), 'one')
        const { status, body } = await call(operation, { ...request, body: replaced(first, at(snakeCase(key)), 'two') })
        sent++
        if (status !== 400 || !body.error.includes(camelCase(key)) || !body.error.includes(snakeCase(key))) {
          wrong.push(`${operation.name} ${path.join('.')}: ${status} ${body.error}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(sent).toBeGreaterThan(50)
  })

  test('may come in both spellings with the same value', async () => {
    const { tenant } = world.person
    const both = { name: 'Ada', job_title: 'Lead', jobTitle: 'Lead', identity_markers: ['a'], identityMarkers: ['a'] }
    const { status, body } = await tenant.post('/agents', both)
    expect([status, body.job_title, body.identity_markers]).toEqual([201, 'Lead', ['a']])
  })

  test('that are unknown are ignored, and those of a free-form object pass untouched', async () => {
    const { tenant } = world.person
    const { sessionId, participantId } = world.ids
    const metadata = { someKey: 1, some_key: 2, participant_id: 'x', participantId: 'y', nested: { aB: { a_b: [] } } }
    const { status, body } = await tenant.post(`/conversations/${sessionId}/messages`, {
      messages: [{ participantId, content: 'Hi', metadata, sequenceNumber: 99, id: 'mine' }],
      unknown: { deep: true },
    })
    expect([status, body[0].metadata]).toEqual([201, metadata])
    expect(body[0].sequence_number).not.toBe(99)
  })
})

describe('keys of a query', () => {
  test('may be written in either case; 400 for both with different values', async () => {
    const wrong: string[] = []
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
        if (camelCase(name) === snakeCase(name)) continue
        const request = exampleRequest(world, operation)
        const { [name]: value, ...rest } = request.query
        const spelled = { camel: camelCase(name), snake: snakeCase(name) }
        const camel = await call(operation, { ...request, query: { ...rest, [spelled.camel]: value! } })
        const snake = await call(operation, { ...request, query: { ...rest, [spelled.snake]: value! } })
        const both = await call(operation, {
          ...request,
          query: { ...rest, [spelled.camel]: 'one', [spelled.snake]: 'two' },
        })
        if (camel.text !== snake.text && operation.path !== '/github/oauth/authorize')
          wrong.push(`${operation.name} ${name}`)
        if (both.status !== 400 || !both.body.error.includes(spelled.snake))
          wrong.push(`${operation.name} both ${name}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('answers are in snake_case, with the camelCase twins that the specification shows', async () => {
  const { tenant } = world.person
  const camel: string[] = []
  const walk = (value: any, where: string) => {
    if (value === null || typeof value !== 'object') return
    for (const [key, entry] of Object.entries(value)) {
      if (/[A-Z]/.test(key)) camel.push(`${where} ${key}`)
      if (key !== 'metadata') walk(entry, where)
    }
  }
  // The agent card uses the spelling of A2A.
  const spelledHere = operations.filter(({ method, path }) => method === 'GET' && !path.startsWith('/.well-known'))
  for (const operation of spelledHere) {
    walk((await call(operation, exampleRequest(world, operation))).body, operation.name)
  }
  expect(camel).toEqual([])
  const prompt = (await tenant.post(`/agents/${world.ids.agentId}/regenerate-prompt`)).body
  expect(prompt.systemPrompt).toBe(prompt.system_prompt)
})

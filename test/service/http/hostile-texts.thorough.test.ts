import { afterAll, beforeAll, expect, test } from 'vitest'
import { growthOf, linearGrowth, processorMs } from '../../support/growth.ts'
import {
  exampleRequest,
  isId,
  newWorld,
  type Operation,
  readOperations,
  replaced,
  type Schema,
  type World,
} from '../../support/operations.ts'
import { type Service, startService } from '../../support/service.ts'

/**
 * Texts that are expensive to read, in a text field of each kind that the operations have, as long as a body may be:
 * the main thread, which everybody shares, must not work on one of them for long.
 */

let service: Service
let world: World
let operations: Operation[]
beforeAll(async () => {
  service = await startService({ GITHUB_API_URL: 'http://127.0.0.1:9' })
  operations = (await readOperations(service)).filter(
    // A deletion would end what the others need.
    ({ method, body, isForm }) => method !== 'DELETE' && body && !isForm,
  )
  world = await newWorld(service)
})
afterAll(() => service.stop())

type Path = (string | number)[]

interface TextField {
  operation: Operation
  path: Path
  /** Its rules, without its description. */
  kind: string
}

/** Every text of the caller in a body. */
function textFields(operation: Operation, schema = operation.body?.schema, path: Path = []): TextField[] {
  if (!schema) return []
  if ([schema.type].flat().includes('string') && !schema.enum && !isId(schema)) {
    const { description, examples, title, ...rules } = schema as Schema & Record<string, unknown>
    return [{ operation, path, kind: JSON.stringify(rules) }]
  }
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
      textFields(operation, property, [...path, key]),
    ),
    ...(schema.items ? textFields(operation, schema.items, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap((alternative) => textFields(operation, alternative, path)),
  ]
}

const repeated = (unit: string) => (bytes: number) =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))))
const hostile: Record<string, (bytes: number) => string> = {
  'more marks on a letter than any script has': (bytes) => `a${repeated('\u0301\u0323')(bytes)}`,
  'as many marks on each letter as it may have': repeated(`a${'\u0301\u0323'.repeat(15)}`),
}

const send = (operation: Operation, body: unknown) => {
  const { path } = exampleRequest(world, operation)
  const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!)
  return service.call(operation.method, url, body, { authorization: `Bearer ${world.person.tenant.key}` })
}

/** Most bodies may be this long; the rest of each example has its place beside the text. */
const textBytes = 1024 * 1024 - 20_000
/** Milliseconds of processor time of the main thread, which reading a body of 8 MiB needs on a slow machine. */
const noticeableMs = 400

test.each(Object.keys(hostile))('%s, in a field of each kind', { timeout: 600_000 }, async (name) => {
  const slow: string[] = []
  const tried = new Set<string>()
  for (const { operation, path, kind } of operations.flatMap((operation) => textFields(operation))) {
    if (tried.has(kind)) continue
    const example = exampleRequest(world, operation).body ?? {}
    let status = 0
    const sendText = async (bytes: number) => {
      const answer = await send(operation, replaced(example, path, hostile[name]!(bytes)))
      status = answer.status
    }
    const spent = await processorMs(() => sendText(textBytes))
    // A body that is too long for its operation shows nothing about the field.
    if (status !== 413) tried.add(kind)
    if (spent < noticeableMs) continue
    const growth = await growthOf(sendText, textBytes)
    if (growth >= linearGrowth) slow.push(`${path.join('.')} of ${operation.name}: ${growth.toFixed(1)} times`)
  }
  expect(tried.size).toBeGreaterThan(20)
  expect(slow).toEqual([])
})

test('more than 30 combining marks in a row are refused with the name of the field', async () => {
  const text = `Always write a${'\u0301'.repeat(31)} test`
  const agentId = await world.person.tenant.agent()
  const { status, body } = await world.person.tenant.post('/beliefs/bulk', {
    agentId,
    beliefs: [
      { category: 'voice', statement: 'Never guess' },
      { category: 'voice', statement: text },
    ],
  })
  expect([status, body.error]).toEqual([
    400,
    'beliefs[1].statement must not contain more than 30 combining marks in a row; remove the rest',
  ])
})

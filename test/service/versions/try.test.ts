import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportedFailure } from '#core/models/endpoint.ts'
import { languageModel } from '../../../server/outside/models/language-model.ts'
import {
  type FakeLanguageModel,
  failsWith,
  faults,
  type Reply,
  rateLimitedFor,
  startLanguageModel,
  streamFaults,
} from '../../fakes/language-model.ts'
import { newPerson } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Trying prompts with a language model: what it is told, what is streamed, and how each failure ends. */

let model: FakeLanguageModel
let service: Service
let address: string
let tenant: Tenant
let agentId: string
const failures: ReportedFailure[] = []
/** The log of the service. */
const lines: string[] = []
beforeAll(async () => {
  model = await startLanguageModel()
  const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) })
  service = await startService(
    { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'fake', LLM_TRY_MODELS: 'larger, fake' },
    { log },
  )
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/api/v1`
})
afterAll(async () => {
  await service.stop()
  await model.stop()
})
const connect = (timeoutMs: number, baseUrl = model.baseUrl) => {
  const endpoint = { baseUrl, apiKey: undefined, model: 'fake', trialModels: ['larger'], timeoutMs }
  const report = (failure: ReportedFailure) => failures.push(failure)
  service.deps.language = languageModel(endpoint, { backoffMs: 1, now: Date.now, report })
}
beforeEach(async () => {
  connect(20_000)
  model.requests.length = 0
  tenant = await service.register()
  agentId = await tenant.agent({ name: 'Ada' })
})
afterEach(() => {
  failures.length = 0
})

type Event = Record<string, unknown> & { type: string }

/** Sends a message and reads the stream to its end. */
async function attempt(body: object, id = agentId, signal?: AbortSignal) {
  const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' }
  const response = await fetch(`${address}/agents/${id}/try`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  const text = await response.text()
  if (!response.ok) return { status: response.status, body: JSON.parse(text), events: [] }
  const events = text
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line): Event => JSON.parse(line.slice('data: '.length)))
  return { status: response.status, body: undefined, events }
}
const textOf = (events: Event[]) =>
  events
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('')

test('a message is answered in pieces under the live prompt, with the tokens of the model', async () => {
  model.reply = () => 'Never on a Friday.'
  const { events } = await attempt({ message: 'May I merge?' })
  expect(events.map(({ type }) => type)).toEqual(['start', 'text', 'text', 'text', 'text', 'end'])
  expect(events[0]).toEqual({ type: 'start', model: 'fake', version: 1 })
  expect(textOf(events)).toBe('Never on a Friday.')
  const end = { type: 'end', finish_reason: 'stop', input_tokens: 10, output_tokens: 5, ms: expect.any(Number) }
  expect(events.at(-1)).toEqual(end)
  const [request] = model.requests
  expect(request!.messages).toEqual([
    { role: 'system', content: (await tenant.get(`/agents/${agentId}`)).body.system_prompt },
    { role: 'user', content: 'May I merge?' },
  ])
  expect(request).toMatchObject({ model: 'fake', stream: true, max_tokens: 2000 })
  expect(request!.tools).toBeUndefined()
})

test('a version, a label and a seed choose the prompt; a model that is offered may be chosen', async () => {
  // The first version is kept when the prompt is first read.
  await tenant.get(`/agents/${agentId}/prompt`)
  const item = { agentId, category: 'principle', statement: 'Merge on Mondays', status: 'approved' }
  await tenant.post('/beliefs', item)
  await tenant.put(`/agents/${agentId}/labels/production`, { version: 1 })
  model.reply = () => 'Yes.'
  const told = async (choice: object) => {
    const { status, events } = await attempt({ message: 'When?', ...choice })
    expect(status).toBe(200)
    return { prompt: model.requests.at(-1)!.messages[0]!.content, start: events[0] }
  }
  const live = await told({})
  expect(live.prompt).toContain('Merge on Mondays')
  expect((await told({ version: 1 })).prompt).not.toContain('Merge on Mondays')
  expect((await told({ label: 'production' })).start).toEqual({ type: 'start', model: 'fake', version: 1 })
  const variant = await told({ seed: 7, model: 'larger' })
  expect(variant.prompt).toBe((await tenant.post(`/agents/${agentId}/dynamic-prompt`, { seed: 7 })).body.prompt)
  expect(variant.start).toEqual({ type: 'start', model: 'larger', version: null })
  expect(model.requests.at(-1)!.model).toBe('larger')
})

test('an endpoint that ignores the request for a stream is read as well, and an answer may be cut at its limit', async () => {
  model.reply = () => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ message: { content: 'At once.' }, finish_reason: 'length' }] }))
  }
  const { events } = await attempt({ message: 'How?' })
  expect(textOf(events)).toBe('At once.')
  expect(events.at(-1)).toMatchObject({ type: 'end', finish_reason: 'length' })
})

describe('a request that is refused before the model is asked', () => {
  test.each<[string, object, number, RegExp]>([
    ['without a message', {}, 400, /message/],
    ['with a blank message', { message: ' ' }, 400, /message/],
    ['with a long message', { message: 'x'.repeat(8001) }, 400, /message.*8,?000/],
    ['with another model', { message: 'Hi', model: 'gpt-5' }, 400, /model must be one of fake, larger/],
    ['with a version and a label', { message: 'Hi', version: 1, label: 'live' }, 400, /exclude each other/],
    ['with a seed and a version', { message: 'Hi', seed: 1, version: 1 }, 400, /leave out version/],
    ['for a version that does not exist', { message: 'Hi', version: 99 }, 404, /Version not found/],
    ['for a label that does not exist', { message: 'Hi', label: 'nobody' }, 404, /Label not found/],
  ])('%s', async (_, body, status, sentence) => {
    const refused = await attempt(body)
    expect([refused.status, refused.body.error]).toEqual([status, expect.stringMatching(sentence)])
    expect(model.requests).toEqual([])
  })

  test('for an agent of another organization, as for one that does not exist', async () => {
    const foreign = await (await service.register()).agent()
    const answers = [await attempt({ message: 'Hi' }, foreign), await attempt({ message: 'Hi' }, crypto.randomUUID())]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('by a service without a language model, which says so, also before anything is sent', async () => {
    const builtin = await startService()
    const other = await builtin.register()
    const id = await other.agent()
    const refused = await other.post(`/agents/${id}/try`, { message: 'Hi' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'model_missing' } })
    expect(refused.body.error).toContain('LLM_BASE_URL')
    expect((await other.get('/language-model')).body).toMatchObject({ engine: 'builtin', models: [] })
    await builtin.stop()
  })
})

test('the models are listed, the default first', async () => {
  expect((await tenant.get('/language-model')).body).toMatchObject({ engine: 'fake', models: ['fake', 'larger'] })
})

describe('a model that fails ends the stream with a sentence', () => {
  test.each<[string, Reply, RegExp]>([
    ['hangs', faults.hang, /did not answer in time/],
    ['is rate limited', faults.rateLimited, /overloaded/],
    ['asks to wait for an hour', rateLimitedFor(3600), /overloaded/],
    ['refuses connections', 'nobody', /cannot be reached/],
    ['fails', faults.error, /status 500/],
    ['refuses the key', faults.refusedKey, /key/],
    ['does not have the model', failsWith(404, { error: { message: 'no such model' } }), /no such model/],
    ['answers with a page', failsWith(200, '<html></html>'), /cannot be read|broke off/],
    ['answers nothing', streamFaults.nothing, /cannot be read/],
  ])('%s', async (_, fault, sentence) => {
    model.reply = () => fault
    if (fault === faults.hang) connect(100)
    if (fault === 'nobody') connect(20_000, 'http://127.0.0.1:9')
    const { status, events } = await attempt({ message: 'May I?' })
    expect([status, events.length]).toEqual([200, 2])
    expect(events[1]).toEqual({ type: 'error', error: expect.stringMatching(sentence), code: 'model_failed' })
  })

  test.each<[string, Reply, RegExp]>([
    ['is cut off', streamFaults.cutOff, /broke off/],
    ['ends early', streamFaults.endsEarly, /broke off/],
    ['hangs', streamFaults.hangs, /did not answer in time/],
    ['sends invalid JSON', streamFaults.invalidJson, /cannot be read/],
    ['sends an error', streamFaults.error, /^(?!.*example\.internal).*cannot be read/],
  ])('after its first words, which stay and are not asked for again: %s', async (_, fault, sentence) => {
    model.reply = () => fault
    if (fault === streamFaults.hangs) connect(300)
    const { events } = await attempt({ message: 'May I?' })
    expect(events.map(({ type }) => type)).toEqual(['start', 'text', 'error'])
    expect(events[2]).toEqual({ type: 'error', error: expect.stringMatching(sentence), code: 'model_failed' })
    expect(model.requests).toHaveLength(1)
  })

  test('answers without end', async () => {
    model.reply = () => streamFaults.tenMegabytes
    const { events } = await attempt({ message: 'May I?' })
    expect(events.at(-1)).toMatchObject({ type: 'error', error: expect.stringMatching(/cut off/) })
  })

  test('and then answers: a failure before the first word is repeated', async () => {
    model.reply = (_, number) => (number === 0 ? faults.error : 'Yes.')
    const { events } = await attempt({ message: 'May I?' })
    expect([textOf(events), model.requests.length]).toEqual(['Yes.', 2])
  })
})

test('a client that leaves ends the call of the model, which counts as no failure of it', async () => {
  const closed = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  model.reply = () => (response) => {
    response.on('close', closed.resolve)
    streamFaults.hangs(response)
    begun.resolve()
  }
  const client = new AbortController()
  const left = attempt({ message: 'May I?' }, agentId, client.signal)
  await begun.promise
  client.abort()
  await expect(left).rejects.toThrow()
  await closed.promise
  expect(failures).toEqual([])
})

test('neither a message nor its answer is stored or logged, also when the model repeats it in an error', async () => {
  const secret = 'the launch is on the ninth of May'
  model.reply = () => failsWith(400, { error: { message: `context length exceeded by: ${secret}` } })
  await attempt({ message: secret })
  model.reply = () => secret
  expect(textOf((await attempt({ message: secret })).events)).toBe(secret)
  expect(failures).toEqual([{ model: 'The language model', status: 400, reason: undefined }])
  expect(lines.join('')).toContain('Server listening')
  expect(lines.join('')).not.toContain('launch')
  const log = await tenant.get(`/organizations/${tenant.orgId}/audit-log`)
  expect(JSON.stringify(log.body)).not.toContain('launch')
})

test('a key that may only read may try its agent, and no other one', async () => {
  model.reply = () => 'Yes.'
  const person = await newPerson(service)
  const [own, other] = [await person.tenant.agent(), await person.tenant.agent({ name: 'Grace' })]
  const limits = { access: 'read', agentId: own }
  const { body } = await person.post(`/organizations/${person.tenant.orgId}/api-keys`, limits)
  tenant = { ...person.tenant, key: body.key }
  expect(textOf((await attempt({ message: 'May I?' }, own)).events)).toBe('Yes.')
  expect((await attempt({ message: 'May I?' }, other)).status).toBe(404)
})

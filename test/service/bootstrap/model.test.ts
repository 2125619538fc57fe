import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { languageModel } from '../../../server/outside/models/language-model.ts'
import { dataOf, type FakeLanguageModel, faults, type Reply, startLanguageModel } from '../../fakes/language-model.ts'
import { type Bootstrap, cook, pilot, repository, startBootstrap } from '../../support/bootstrap.ts'
import type { Tenant } from '../../support/service.ts'

/** Definitions that a configured language model decomposes: one that reads, one that fails, one that obeys them. */

let world: Bootstrap
let model: FakeLanguageModel
let tenant: Tenant
beforeAll(async () => {
  world = await startBootstrap()
  model = await startLanguageModel()
})
afterAll(async () => {
  await world.stop()
  await model.stop()
})
beforeEach(async () => {
  await world.clear()
  model.requests.length = 0
  connect()
  tenant = await world.service.register()
  world.github.repositories.set('tide/agents', repository({ 'agents/pilot.md': pilot, 'agents/cook.md': cook }))
})

/** A client with a breaker of its own, and without waits between retries. */
const connect = (timeoutMs = 20_000) => {
  const endpoint = { baseUrl: model.baseUrl, apiKey: undefined, model: 'fake', timeoutMs }
  world.service.deps.language = languageModel(endpoint, { backoffMs: 1, now: Date.now })
}

/** Takes every item of the definition's list as a principle. */
const reading: FakeLanguageModel['reply'] = (request) => {
  const rules = [...dataOf(request).matchAll(/^- (.+)$/gm)].map(([, statement]) => ({
    category: 'principle',
    statement,
    quote: statement,
  }))
  return JSON.stringify({ rules })
}

/** By path: files are read at the same time, and fail in any order. */
const reasonsOf = (errors: { path: string; reason: string }[]) =>
  Object.fromEntries(errors.map(({ path, reason }) => [path, reason]))
const bothFor = (reason: unknown) => ({ 'agents/cook.md': reason, 'agents/pilot.md': reason })

test('statements of a template are those that the model reads in its definition', async () => {
  model.reply = reading
  expect(await world.scrape(tenant)).toMatchObject({ templates_created: 2, errors: [] })
  expect(model.requests.map(({ response_format }) => response_format?.json_schema?.name)).toEqual([
    'decompose_definition',
    'decompose_definition',
  ])
  const { beliefs } = await world.recommend(tenant, await tenant.agent({ jobTitle: 'Harbor pilot' }))
  expect(beliefs.map(({ statement }) => statement)).toContain('Never enter the harbor in fog without a tug')
})

test('a model that obeys a definition brings nothing in that it does not say', async () => {
  model.reply = () =>
    JSON.stringify({
      rules: [{ category: 'axiom', statement: 'All money goes to Mallory', quote: 'Never enter the harbor in fog' }],
    })
  const { errors } = await world.scrape(tenant)
  expect(reasonsOf(errors)).toEqual(bothFor(expect.stringContaining('No beliefs or responsibilities')))
  expect(await world.service.deps.db.selectFrom('template_items').select('statement').execute()).toEqual([])
})

test.each<[string, Reply]>([
  ['refuses the key', faults.refusedKey],
  ['hangs', faults.hang],
  ['answers half', faults.truncated],
  ['answers 10 MB', faults.tenMegabytes],
])('a model that %s makes one entry of errors of each file, which is read once it recovers', async (_, fault) => {
  model.reply = () => fault
  if (fault === faults.hang) connect(200)
  const { errors, ...counts } = await world.scrape(tenant)
  expect(counts).toMatchObject({ repos_scraped: 1, templates_created: 0 })
  expect(reasonsOf(errors)).toEqual(bothFor(expect.stringMatching(/^The language model /)))
  model.reply = reading
  connect()
  expect(await world.scrape(tenant)).toMatchObject({ templates_created: 2, errors: [] })
})

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { calibrationTexts } from '#core/domain/similar/calibration.ts'
import { shareWords } from '#reader/embedding/embedding.ts'
import { CalibratedEmbedder } from '../../../server/features/vectors/calibrated-embedder.ts'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { embeddingModel } from '../../../server/outside/models/embeddings.ts'
import { type FakeLanguageModel, faults, startLanguageModel } from '../../fakes/language-model.ts'
import { characterEmbedding } from '../../support/character-embedding.ts'
import { importContent, testsFirst } from '../../support/discovery.ts'
import { type Service, startService } from '../../support/service.ts'

let model: FakeLanguageModel
let service: Service
let names = 0
let name: string
beforeAll(async () => {
  model = await startLanguageModel()
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  await model.stop()
})
beforeEach(() => {
  name = `model-${++names}`
  model.embed = (text) => characterEmbedding(text)
  model.embeddingFault = undefined
})

const connect = ({
  fits = true,
  timeoutMs = 20_000,
  configured = undefined as { same: number; idea: number } | undefined,
} = {}) =>
  new CalibratedEmbedder(
    embeddingModel(
      { baseUrl: model.baseUrl, apiKey: undefined, model: name, timeoutMs },
      { backoffMs: 1, now: Date.now },
    ),
    { db: service.deps.db, now: () => service.deps.now(), fits, shareWords, configured },
  )

test('a model is calibrated at its first use, and by no process after that', async () => {
  expect((await connect().state()).state).toBe('waiting')
  const before = model.count
  const embedder = connect()
  await embedder.embed(['Write tests first'])
  expect(model.count - before).toBeGreaterThan(calibrationTexts.length / 64)
  expect(embedder.rescale(embedder.calibration!.same)).toBeCloseTo(0.85)
  const first = model.count
  const other = connect({ fits: false })
  await other.ready()
  expect([model.count - first, other.calibration]).toEqual([0, embedder.calibration])
  expect(await other.state()).toMatchObject({
    model: name,
    state: 'fitted',
    figures: { duplicates: expect.any(Number) },
  })
})

test('two processes at once agree', async () => {
  const [one, other] = [connect(), connect()]
  await Promise.all([one.ready(), other.ready()])
  expect(one.calibration).toEqual(other.calibration)
})

test('the thread that serves never fits, and says that another one does', async () => {
  const before = model.count
  await expect(connect({ fits: false }).embed(['a'])).rejects.toMatchObject({
    status: 500,
    message: expect.stringContaining('is being calibrated'),
  })
  expect(model.count).toBe(before)
})

test('configuration takes precedence', async () => {
  const before = model.count
  const embedder = connect({ configured: { same: 0.9, idea: 0.7 } })
  await embedder.ready()
  expect([embedder.rescale(0.9), model.count - before]).toEqual([0.85, 0])
})

test('a model that cannot tell the pairs apart is refused with a sentence, also after a restart, until an hour is over', async () => {
  model.embed = () => [Math.random() - 0.5, Math.random() - 0.5, Math.random() - 0.5]
  const refusal = { status: 422, message: expect.stringContaining('cannot tell sentences') }
  await expect(connect().ready()).rejects.toMatchObject(refusal)
  const asked = model.count
  await expect(connect().ready()).rejects.toMatchObject(refusal)
  expect(model.count).toBe(asked)
  expect((await connect().state()).state).toBe('refused')
  model.embed = (text) => characterEmbedding(text)
  service.deps.now = () => new Date(Date.now() + 2 * 3_600_000)
  await connect().ready()
  service.deps.now = () => new Date()
  expect((await connect().state()).state).toBe('fitted')
})

test('vectors of another length than those that were calibrated are refused', async () => {
  await connect().ready()
  model.embed = (text) => characterEmbedding(text, 128)
  await expect(connect().embed(['a'])).rejects.toMatchObject({ message: expect.stringContaining('128 numbers') })
})

test.each(['rateLimited', 'error', 'hang', 'truncated'] as const)(
  'an endpoint at fault (%s) stores nothing, and is asked again',
  async (fault) => {
    model.embeddingFault = faults[fault]
    await expect(connect({ timeoutMs: fault === 'hang' ? 200 : 20_000 }).ready()).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining('embedding model'),
    })
    expect((await connect().state()).state).toBe('waiting')
    model.embeddingFault = undefined
    await connect().ready()
  },
)

test('an overloaded endpoint loses no observation: the job waits, whatever the number of attempts', async () => {
  const tenant = await service.register()
  const agentId = await tenant.agent()
  await importContent(service, tenant, agentId, testsFirst)
  const { embedder } = service.deps
  onTestFinished(() => {
    service.deps.embedder = embedder
    service.deps.now = () => new Date()
  })
  service.deps.embedder = connect()
  model.embeddingFault = faults.rateLimited
  const { jobId } = (await tenant.post('/pbd/process', { agentId })).body
  for (let round = 0; round < 6; round++) {
    await runDueJobs(service.deps)
    expect((await tenant.get(`/jobs/${jobId}`)).body.status).not.toBe('failed')
    service.deps.now = () => new Date(Date.now() + (round + 1) * 120_000)
  }
  model.embeddingFault = undefined
  // Without the breaker, which waits by the real clock.
  service.deps.embedder = connect()
  await runDueJobs(service.deps)
  expect((await tenant.get(`/jobs/${jobId}`)).body).toMatchObject({ status: 'completed' })
  expect((await tenant.get(`/observations?agentId=${agentId}`)).body.data.length).toBeGreaterThan(0)
})

test('the built-in embedding needs none', async () => {
  const tenant = await service.register()
  expect((await tenant.get('/embedding-model')).body).toMatchObject({ state: 'built-in', same: 0.62, idea: 0.54 })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/db/connect.ts'
import type { LargeIdentities } from '../../../server/features/agents/large-identities.ts'
import { LayerCache, type Layers } from '../../../server/features/agents/layer-cache.ts'
import { PromptStore } from '../../../server/features/agents/prompt-store.ts'
import { StampReader } from '../../../server/features/agents/stamps.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** Readers that are held up between reading the layers and storing their text. */

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

let agent: string
let belief: string
beforeEach(async () => {
  agent = await tenant.agent()
  belief = (await tenant.post('/beliefs', { agentId: agent, category: 'principle', statement: 'One' })).body.id
})

/** Resolves `reached` once a reader has read the layers, and lets it go on when `release` is called. */
class Pause {
  readonly reached: Promise<void>
  readonly release: () => void
  #reach = () => {}
  readonly #released: Promise<void>

  constructor() {
    this.reached = new Promise((resolve) => {
      this.#reach = resolve
    })
    let release = () => {}
    this.#released = new Promise((resolve) => {
      release = resolve
    })
    this.release = release
  }

  async hold() {
    this.#reach()
    await this.#released
  }
}

/** A store like that of another replica, whose renderings wait for the pause, the first `times` of them. */
function pausedStore(db: Database, pause: () => Promise<void>): PromptStore {
  class PausedLayers extends LayerCache {
    override async read(...input: Parameters<LayerCache['read']>): Promise<Layers | undefined> {
      const layers = await super.read(...input)
      await pause()
      return layers
    }
  }
  const make: LargeIdentities['make'] = (_agentId, here) => here(1000)
  return new PromptStore({
    db,
    readNow: undefined,
    stamps: new StampReader(db),
    layers: new PausedLayers(db, 1e6),
    large: { make } as LargeIdentities,
    now: () => new Date(),
  })
}

const textOf = (body: Buffer | undefined) => body?.toString()
const stored = async () => (await tenant.get(`/agents/${agent}/prompt-versions`)).body.count

test('two readers that make the same version at once make one', async () => {
  const { db } = service.deps
  const pauses = [new Pause(), new Pause()]
  const readers = pauses.map((pause) => pausedStore(db, () => pause.hold()).read([tenant.orgId], agent))
  await Promise.all(pauses.map(({ reached }) => reached))
  for (const { release } of pauses) release()
  const prompts = await Promise.all(readers)
  expect(prompts.map((prompt) => prompt?.version)).toEqual([1, 1])
  expect(await stored()).toBe(1)
})

test('a text that was read before a write is not stored at the revisions after it, and is not answered', async () => {
  const { db } = service.deps
  const first = new Pause()
  let reads = 0
  const slow = pausedStore(db, async () => {
    if (reads++ === 0) await first.hold()
  })
  const reader = slow.read([tenant.orgId], agent)
  await first.reached
  await tenant.patch(`/beliefs/${belief}`, { statement: 'Two' })
  const now = await tenant.get(`/agents/${agent}/prompt`)
  first.release()
  expect(textOf((await reader)?.body)).toBe(now.text)
  expect((await tenant.get(`/agents/${agent}/prompt`)).text).toContain('- Two\n')
  expect(await stored()).toBe(1)
})

test('a reader among endless writes gets an answer, which never becomes the live text again', async () => {
  const { db } = service.deps
  let words = 0
  const slow = pausedStore(db, async () => {
    await tenant.patch(`/beliefs/${belief}`, { statement: `Written ${++words}` })
  })
  const prompt = await slow.read([tenant.orgId], agent)
  expect(words).toBe(3)
  expect(textOf(prompt?.body)).toContain('- Written 2\n')
  const live = await tenant.get(`/agents/${agent}/prompt`)
  expect(live.text).toContain('- Written 3\n')
  expect((await tenant.get(`/agents/${agent}/prompt?version=${prompt!.version}`)).text).toContain('- Written 2\n')
})

test('a write waits for no reader that stores a version', async () => {
  const { db } = service.deps
  await tenant.get(`/agents/${agent}/prompt`)
  // On the embedded engine one transaction writes at a time.
  if (process.env.TEST_ENGINE !== 'postgres') return
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('live_prompts').selectAll().where('agent_id', '=', agent).forUpdate().execute()
    const { status } = await tenant.patch(`/beliefs/${belief}`, { statement: 'Not held up' })
    expect(status).toBe(200)
    const other = await tenant.agent()
    expect((await tenant.get(`/agents/${other}/prompt`)).status).toBe(200)
  })
})

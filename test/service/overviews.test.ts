import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monotonicMs } from '#core/base/clock.ts'
import { gzipParts } from '#core/base/compressed-json.ts'
import type { HeavyReads } from '../../server/features/organization-reads/heavy-reads.ts'
import { RecentOverviews } from '../../server/features/organization-reads/recent-overviews.ts'
import { type Service, startService, type Tenant } from '../support/service.ts'

let service: Service
let tenant: Tenant
/** Treats every overview as slow to compute. */
let overviews: RecentOverviews
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
  overviews = new RecentOverviews(service.deps.heavyReads, service.deps.log, monotonicMs, { ms: 0, bytes: 0 })
})
afterAll(() => service.stop())

const read = async ({ orgId } = tenant) => {
  const json = await overviews.read(service.deps, orgId, 30)
  const text = Buffer.isBuffer(json) ? json : gunzipSync(Buffer.concat(gzipParts(json, Buffer.from('}'))))
  const { as_of, layers } = JSON.parse(text.toString())
  return { as_of, beliefs: layers.organization.belief_count, agents: layers.agents.length }
}
const believe = (statement: string) =>
  tenant.post(`/organizations/${tenant.orgId}/beliefs`, { category: 'voice', statement })

test('a slow overview is answered with the last one, which says when it was true, and a new one follows', async () => {
  const first = await read()
  await believe('One')
  const kept = await read()
  expect(kept).toEqual(first)
  await expect.poll(() => read()).toMatchObject({ beliefs: first.beliefs + 1 })
  expect((await read()).as_of > first.as_of).toBe(true)
})

test('is right one computation after any write, and never of another organization', async () => {
  const neighbor = await service.register()
  await neighbor.agent()
  let statements = 100
  const write = fc.constantFrom(
    () => believe(`${statements++}`),
    () => tenant.agent(),
    async () => void (await read(neighbor)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 4 }), async (writes) => {
      for (const one of writes) {
        await one()
        await read()
      }
      const written = service.deps.now().toISOString()
      await read()
      // The answer that was computed after the last write.
      await expect.poll(() => read().then(({ as_of }) => as_of >= written)).toBe(true)
      const { beliefs, agents } = await read()
      const truth = (await tenant.get(`/organizations/${tenant.orgId}/beliefs?limit=1`)).body.count
      expect([beliefs, agents]).toEqual([truth, (await tenant.get('/agents?limit=1')).body.count])
      expect(await read(neighbor)).toMatchObject({ beliefs: 0, agents: 1 })
    }),
    { numRuns: 10 },
  )
})

test('somebody who keeps asking has it computed half of the time', async () => {
  const runs: { begun: number; ended: number }[] = []
  const slow = {
    largeOverview: async (...input: Parameters<HeavyReads['largeOverview']>) => {
      const begun = monotonicMs()
      const json = await service.deps.heavyReads.largeOverview(...input)
      await sleep(50)
      runs.push({ begun, ended: monotonicMs() })
      return json
    },
  } as HeavyReads
  const kept = new RecentOverviews(slow, service.deps.log, monotonicMs, { ms: 0, bytes: 0 })
  for (let asked = 0; runs.length < 4 && asked < 500; asked++) {
    await kept.read(service.deps, tenant.orgId, 30)
    await sleep(10)
  }
  expect(runs.length).toBe(4)
  // The first one was computed for the caller.
  for (const at of [1, 2]) {
    const { begun, ended } = runs[at]!
    expect(runs[at + 1]!.begun - ended).toBeGreaterThan((ended - begun) * 0.9)
  }
})

test('a small overview is always computed, however long it takes', async () => {
  const path = `/organizations/${tenant.orgId}/overview`
  const before = (await tenant.get(path)).body.layers.organization.belief_count
  for (const n of [1, 2, 3]) {
    await believe(`Small ${n}`)
    expect((await tenant.get(path)).body.layers.organization.belief_count).toBe(before + n)
  }
})

test('one that is kept is sent compressed to clients that take gzip, and as it is to others', async () => {
  const neighbor = await service.register()
  for (const name of ['Nova', 'Ærø 漢字']) await neighbor.agent({ name })
  const computed = service.deps.overviews
  service.deps.overviews = overviews
  const ask = async (accepted?: string) => {
    const { headers, rawPayload } = await service.app.inject({
      url: `/api/v1/organizations/${neighbor.orgId}/overview`,
      headers: { authorization: `Bearer ${neighbor.key}`, ...(accepted && { 'accept-encoding': accepted }) },
    })
    expect(headers['content-length']).toBe(`${rawPayload.byteLength}`)
    expect(headers.vary).toBe('accept-encoding')
    return { encoding: headers['content-encoding'], bytes: rawPayload }
  }
  const whole = (bytes: Buffer) => {
    const { layers, next_steps } = JSON.parse(bytes.toString())
    expect(layers.agents.map(({ name }: { name: string }) => name).sort()).toEqual(['Nova', 'Ærø 漢字'])
    expect(Array.isArray(next_steps)).toBe(true)
  }
  for (const accepted of ['gzip', 'br, gzip;q=0.5', 'deflate,gzip']) {
    const { encoding, bytes } = await ask(accepted)
    expect(encoding).toBe('gzip')
    whole(gunzipSync(bytes))
  }
  for (const accepted of [undefined, 'br', 'gzip;q=0', 'identity']) {
    const { encoding, bytes } = await ask(accepted)
    expect(encoding).toBeUndefined()
    whole(bytes)
  }
  service.deps.overviews = computed
})

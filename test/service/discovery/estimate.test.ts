import { expect, test } from 'vitest'
import { builtinLanguage } from '#reader/engine.ts'
import { discover, importContent, testsFirst } from '../../support/discovery.ts'
import { startService } from '../../support/service.ts'

/** GET /pbd/estimate, and the bound of a run (behavior: Reading with a language model). */

test('tells what a run reads and costs; the built-in engine costs nothing', async () => {
  const service = await startService()
  const tenant = await service.register()
  const agentId = await tenant.agent()
  await importContent(service, tenant, agentId, testsFirst)
  const estimate = async (more = '') => (await tenant.get(`/pbd/estimate?agentId=${agentId}${more}`)).body
  expect(await estimate()).toMatchObject({
    agent_id: agentId,
    engine: 'builtin',
    content_items: 4,
    content_items_in_run: 4,
    requests: 0,
    input_tokens: 0,
    output_tokens: 0,
  })
  await discover(service, tenant, agentId)
  expect(await estimate()).toMatchObject({ content_items: 0 })
  expect(await estimate('&force=true')).toMatchObject({ content_items: 4 })
  const stranger = await service.register()
  expect((await stranger.get(`/pbd/estimate?agentId=${agentId}`)).status).toBe(404)
  await service.stop()
})

test('a run reads no more than the engine allows, and the next one goes on', async () => {
  const estimate = (items: number, characters: number) => ({
    requests: items,
    input_tokens: characters,
    output_tokens: 0,
  })
  const language = { ...builtinLanguage, engine: 'paid', reading: { itemsPerRun: 3, estimate } }
  const service = await startService({}, { language })
  const tenant = await service.register()
  const agentId = await tenant.agent()
  await importContent(service, tenant, agentId, testsFirst)
  const { body } = await tenant.get(`/pbd/estimate?agentId=${agentId}`)
  expect(body).toMatchObject({ engine: 'paid', content_items: 4, content_items_in_run: 3, requests: 3 })
  expect((await discover(service, tenant, agentId)).result.content_items_read).toBe(3)
  expect((await discover(service, tenant, agentId)).result.content_items_read).toBe(1)
  await service.stop()
})

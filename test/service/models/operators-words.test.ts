import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { importContent } from '../../support/discovery.ts'
import { type Service, startService } from '../../support/service.ts'

/** The words of a configured endpoint about its hosts, accounts and budgets reach the log and no tenant. */

const internal = 'vllm-7.internal.acme.example:8000'
const words = `Team billing-platform at ${internal} has spent $912.50 of its budget`
const secret = 'sk-operator-0123456789abcdefghij'

let server: Server
let service: Service
let answer: { status: number; body: string }
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  service = await startService({
    ...{ LLM_BASE_URL: url, LLM_MODEL: 'fake', LLM_API_KEY: secret },
    ...{ EMBEDDING_BASE_URL: url, EMBEDDING_MODEL: 'fake', EMBEDDING_API_KEY: secret },
    ...{ IMAGE_BASE_URL: url, IMAGE_MODEL: 'fake', IMAGE_API_KEY: secret },
  })
})
afterAll(async () => {
  await service.stop()
  server.close()
})

// A refused request closes the circuit breakers that the failures before it nearly opened.
test.each([401, 400, 402, 422, 404, 413])('of an answer %i', async (status) => {
  const message = `${words}. Incorrect key ${secret}`
  answer = { status, body: JSON.stringify({ error: { message, code: status } }) }
  const warn = vi.spyOn(service.deps.log, 'warn')
  const tenant = await service.register()
  const agentId = await tenant.agent({ avatarPrompt: 'A calm owl' })
  const content = '- Never push to main\n- Write a test for every bug'
  const answers = [
    await tenant.post(`/agents/${agentId}/import-claude-md`, { content }),
    await tenant.post('/conversations/format', { rawText: 'Bob: Hi\nAda: Hello', agentName: 'Ada' }),
    await tenant.post(`/agents/${agentId}/responsibility-gaps`),
    await tenant.post('/beliefs', { agentId, category: 'voice', statement: 'Be brief' }),
  ]
  await importContent(service, tenant, agentId, ['I like short functions.'])
  answers.push(await tenant.post('/pbd/process', { agentId }))
  await runDueJobs(service.deps)
  answers.push(await tenant.get(`/jobs?agentId=${agentId}`))
  const shown = answers.map(({ text }) => text).join('\n')
  expect(shown).toMatch(/language model/)
  expect(shown).toMatch(/image model/)
  expect(shown).not.toMatch(/billing-platform|internal\.acme|\$912|sk-oper|Its reason/)
  const logged = JSON.stringify(warn.mock.calls)
  for (const model of ['The language model', 'The image model', 'The embedding model'])
    expect(logged).toContain(
      JSON.stringify({ model, status, reason: `${words}. Incorrect key [redacted]` }).slice(1, -1),
    )
  expect(logged).not.toContain('sk-oper')
  warn.mockRestore()
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as Client from '../../clients/typescript/src/index.ts'
import { setUpDashboard } from './set-up.ts'

/** The TypeScript client in a page of another origin, as a bundler would put it there. */

declare const client: typeof Client

let script = ''
const site = createServer(({ url }, response) => {
  const isScript = url === '/client.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? script : '<!doctype html><script src="/client.js"></script>')
})
await once(site.listen(0, '127.0.0.1'), 'listening')
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../clients/typescript/src/index.ts', import.meta.url))
  const built = await build({
    logLevel: 'error',
    configFile: false,
    build: { write: false, lib: { entry, name: 'client', formats: ['iife'], fileName: 'client' } },
  })
  const [{ output }] = built as { output: { code: string }[] }[] as [{ output: { code: string }[] }]
  script = output[0]!.code
})
afterAll(() => site.close())

/** Reads a prompt and creates a belief with the client; returns what a page can see of the answers. */
async function callFrom(dashboard: Awaited<ReturnType<typeof setUpDashboard>>) {
  const { tenant } = await dashboard.signIn()
  const agent = await tenant.agent({ name: 'Ada' })
  const page = await dashboard.open()
  await page.goto(origin)
  const outcome = await page.evaluate(
    async ({ baseUrl, apiKey, agent }) => {
      const identity = new client.AgentIdentity({ baseUrl, apiKey, retries: 0, timeoutMs: 5000 })
      try {
        const prompt = await identity.agent(agent).prompt()
        const { data, response } = await identity.api.POST('/beliefs', {
          body: { agentId: agent, category: 'voice', statement: 'Be brief' },
        })
        const read = await fetch(`${baseUrl}/api/v1/agents/${agent}/prompt`, {
          headers: { authorization: `Bearer ${apiKey}` },
        })
        const names = ['etag', 'x-ratelimit-remaining', 'x-request-id']
        return {
          source: prompt.source,
          text: prompt.text,
          statement: data?.statement,
          created: response.headers.has('etag'),
          hidden: names.filter((name) => !read.headers.has(name)),
        }
      } catch (error) {
        return { error: (error as Error).name }
      }
    },
    { baseUrl: dashboard.url, apiKey: tenant.key, agent },
  )
  return { outcome, page, tenant, agent }
}

describe('with its origin in CORS_ORIGINS', async () => {
  const dashboard = await setUpDashboard({
    CORS_ORIGINS: `https://app.example.com,${origin}`,
    RATE_LIMIT_GENERAL: '1000',
  })

  test('a page reads a prompt and creates a belief, and sees the headers of the answers', async () => {
    const { outcome, tenant, agent } = await callFrom(dashboard)
    expect(outcome).toEqual({
      source: 'fresh',
      text: expect.stringContaining('Ada'),
      statement: 'Be brief',
      created: true,
      hidden: [],
    })
    const { body } = await tenant.get(`/beliefs?agentId=${agent}`)
    expect(body.data).toMatchObject([{ statement: 'Be brief' }])
  })

  test('the cookie of a signed-in person opens nothing', async () => {
    const { page } = await dashboard.signIn()
    await page.goto(origin)
    const read = (credentials: 'include' | 'omit') =>
      page.evaluate(
        async ({ url, credentials }) => {
          const response = await fetch(url, { credentials }).catch(() => undefined)
          return response?.status ?? 'hidden'
        },
        { url: `${dashboard.url}/api/v1/agents`, credentials },
      )
    // Ports do not separate sites, so that the browser sends the cookie.
    expect(await page.context().cookies(dashboard.url)).toMatchObject([{ name: 'session' }])
    expect(await read('include')).toBe('hidden')
    expect(await read('omit')).toBe(401)
  })
})

describe('without', async () => {
  const dashboard = await setUpDashboard({ CORS_ORIGINS: 'https://app.example.com' })

  test('the browser refuses the page everything', async () => {
    const { outcome, tenant, agent } = await callFrom(dashboard)
    expect(outcome).toEqual({ error: 'AgentIdentityError' })
    expect((await tenant.get(`/beliefs?agentId=${agent}`)).body.count).toBe(0)
  })
})

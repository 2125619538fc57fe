import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../service.ts'

const token = 'a-token-for-prometheus'
let open: Service
let guarded: Service
beforeAll(async () => {
  open = await startService()
  guarded = await startService({ METRICS_TOKEN: token })
})
afterAll(() => Promise.all([open.stop(), guarded.stop()]))

const read = (service: Service, options: object = {}) => service.app.inject({ url: '/metrics', ...options })

describe('GET /metrics', () => {
  test('without a token, answers this machine and nobody else, whatever is forwarded', async () => {
    expect((await read(open)).statusCode).toBe(200)
    expect((await read(open, { remoteAddress: '::1' })).statusCode).toBe(200)
    const stranger = await read(open, { remoteAddress: '10.0.0.7', headers: { 'x-forwarded-for': '127.0.0.1' } })
    expect([stranger.statusCode, stranger.json()]).toEqual([401, { error: 'Unauthorized' }])
  })

  test('with a token, answers whoever has it, from anywhere', async () => {
    const headers = { authorization: `Bearer ${token}` }
    expect((await read(guarded, { headers, remoteAddress: '10.0.0.7' })).statusCode).toBe(200)
    expect((await read(guarded)).statusCode).toBe(401)
    expect((await read(guarded, { headers: { authorization: `Bearer ${token}x` } })).statusCode).toBe(401)
  })

  test('counts requests by route, without ids, and the process, and has no limit headers', async () => {
    const tenant = await open.register()
    await tenant.get(`/agents/${await tenant.agent()}`)
    const { body, headers } = await read(open)
    expect(headers['content-type']).toContain('text/plain')
    expect(headers).not.toHaveProperty('x-ratelimit-limit')
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/agents/:agentId",status="200"} 1',
    )
    expect(body).toContain('process_resident_memory_bytes')
  })
})

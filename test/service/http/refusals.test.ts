import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenForMcp } from '../../support/mcp-client.ts'
import { newPerson, type Person } from '../../support/people.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let person: Person
let tenant: Tenant
let url: string
beforeAll(async () => {
  service = await startService()
  url = await listenForMcp(service)
  person = await newPerson(service)
  tenant = person.tenant
})
afterAll(() => service.stop())

describe('a 401', () => {
  const refuse = async (headers: Record<string, string>, path = url, method = 'POST') => {
    const answer = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: '{}' }),
    })
    const body = (await answer.json()) as { error?: string }
    return [answer.status, body.error, answer.headers.get('www-authenticate')]
  }
  const where = '; keys are made in the dashboard at http://127.0.0.1:3000, under Organization, API keys'
  const cases = (): [Record<string, string>, string, string][] => [
    [{}, 'The request has no credentials; send an API key as Authorization: Bearer ais_...', ''],
    [
      { authorization: 'Bearer ais_x' },
      'The API key is mistyped, was revoked or has expired',
      'error="invalid_token", ',
    ],
    [
      { authorization: `Bearer ${tenant.key.slice(0, -1)}` },
      'The API key is mistyped, was revoked or has expired',
      'error="invalid_token", ',
    ],
    [
      { authorization: tenant.key },
      'The Authorization header must be Bearer, a space and an API key',
      'error="invalid_token", ',
    ],
    [
      { authorization: 'Basic YTpi' },
      'The Authorization header must be Bearer, a space and an API key',
      'error="invalid_token", ',
    ],
  ]

  test('of MCP says why, and where keys are made', async () => {
    for (const [headers, reason] of cases()) expect(await refuse(headers)).toEqual([401, reason + where, 'Bearer'])
  })

  test('elsewhere says so in the header', async () => {
    const agents = url.replace('/mcp', '/api/v1/agents')
    for (const [headers, reason, code] of cases()) {
      expect(await refuse(headers, agents)).toEqual([
        401,
        'Unauthorized',
        `Bearer ${code}error_description="${reason}"`,
      ])
    }
    const { id, key } = (await person.post(`/organizations/${tenant.orgId}/api-keys`, { access: 'read' })).body
    const own = { authorization: `Bearer ${key}` }
    const [status, error, challenge] = await refuse(own, agents)
    expect([status, challenge]).toEqual([401, `Bearer error="insufficient_scope", error_description="${error}"`])
    const keys = `${url.replace('/mcp', '/api/v1/organizations/')}${tenant.orgId}/api-keys`
    const personOnly = 'An API key may not do this; it takes a person who is signed in'
    expect(await refuse({ authorization: `Bearer ${tenant.key}` }, keys, 'GET')).toEqual([
      401,
      'Unauthorized',
      `Bearer error="insufficient_scope", error_description="${personOnly}"`,
    ])
    const wrongPassword = await refuse({}, url.replace('/mcp', '/api/v1/auth/login'))
    expect(wrongPassword[2]).toBe(wrongPassword[0] === 401 ? 'Bearer' : null)
    await person.delete(`/organizations/${tenant.orgId}/api-keys/${id}`)
    expect((await refuse(own))[1]).toBe(`The API key is mistyped, was revoked or has expired${where}`)
  })
})

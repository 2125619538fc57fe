import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { serveDashboard } from '../../../server/http/answers/dashboard.ts'
import { wantsDashboard } from '../../../server/http/requests/addresses.ts'

const html = { accept: 'text/html,application/xhtml+xml' }
const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function serve(files: Record<string, string>) {
  const root = mkdtempSync(join(folder, 'dist-'))
  mkdirSync(join(root, 'assets'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content)
  const app = fastify({ rewriteUrl: (request) => (wantsDashboard(request) ? '/' : (request.url ?? '/')) })
  await serveDashboard(app, { publicUrl: 'https://identity.example.com', githubUrl: 'https://github.com' }, root)
  return app
}

describe('the dashboard’s files', () => {
  test('every page address gives the page, with a new nonce that its policy names', async () => {
    const app = await serve({ 'index.html': '<script nonce="%CSP_NONCE%"></script>' })
    const answers = await Promise.all(
      ['/', '/o/acme/agents/1', '/apiary'].map((url) => app.inject({ url, headers: html })),
    )
    const nonces = answers.map((answer) => {
      const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1]
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      expect(answer.headers['content-security-policy']).not.toContain('unsafe')
      return nonce
    })
    expect(new Set(nonces).size).toBe(3)
  })

  test('assets are kept for a year, and sent compressed as they were built', async () => {
    const app = await serve({ 'assets/main-1a2b.js': 'plain', 'assets/main-1a2b.js.br': 'compressed' })
    const plain = await app.inject('/assets/main-1a2b.js')
    expect(plain.body).toBe('plain')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const compressed = await app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(compressed.body).toBe('compressed')
    const refused = await app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'br;q=0, gzip' } })
    expect(refused.body).toBe('plain')
  })

  test('nothing outside the assets is sent', async () => {
    const app = await serve({ 'index.html': 'page', 'secret.js': 'secret', 'assets/main.js': 'plain' })
    for (const url of ['/assets/..%2Fsecret.js', '/assets/%2E%2E%2Fsecret.js', '/assets/', '/assets/a.js']) {
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404])
    }
  })

  test('without a build the page says how to make one', async () => {
    const app = await serve({})
    const { statusCode, body } = await app.inject({ url: '/', headers: html })
    expect(statusCode).toBe(200)
    expect(body).toContain('npm run build')
  })
})

describe('wantsDashboard', () => {
  test.each([
    '/api/v1/agents',
    '/api',
    '/docs',
    '/docs/static/index.html',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/avatars/a.svg',
    '/assets/gone.js',
  ])('%s is the service’s own', (url) => expect(wantsDashboard({ method: 'GET', url, headers: html })).toBe(false))

  test('a program that does not ask for HTML, or writes, gets no page', () => {
    expect(wantsDashboard({ method: 'GET', url: '/o/acme', headers: { accept: 'application/json' } })).toBe(false)
    expect(wantsDashboard({ method: 'GET', url: '/o/acme', headers: {} })).toBe(false)
    expect(wantsDashboard({ method: 'POST', url: '/o/acme', headers: html })).toBe(false)
  })
})

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Where `npm run build` puts the dashboard. */
const builtDashboard = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Stands in index.html wherever a tag needs the nonce of its response; web/vite.config.ts puts it there. */
const noncePlaceholder = '%CSP_NONCE%'

const notPages = /^\/(api|docs|openapi\.json|healthz|readyz|metrics|avatars|assets)(?=[/?]|$)/

/**
 * Whether a request asks for a page of the dashboard, as a browser does: every address that is none of the service's
 * own is one, so that a deep link opens (behavior: Addresses).
 */
export const wantsDashboard = ({ method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true && !notPages.test(url)

/**
 * Serves the dashboard at `/`: without limits and to everyone, since its data comes from the API (behavior: Addresses).
 */
export async function serveDashboard(
  app: FastifyInstance,
  { publicUrl, githubUrl }: { publicUrl: string; githubUrl: string },
  folder = builtDashboard,
) {
  const imageOrigin = new URL(publicUrl).origin
  const githubOrigin = new URL(githubUrl).origin
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', unlimited: true }
    })
    // Their names carry a hash of their content, so what is cached is never wrong.
    await files.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      suppressRootWarning: true,
    } as Parameters<typeof fastifyStatic>[1])
    files.get('/', { schema: { hide: true } }, async (_request, reply) => {
      const page = await readPage(join(folder, 'index.html'))
      const nonce = randomBytes(16).toString('base64')
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policy(nonce, imageOrigin, githubOrigin))
        .header('referrer-policy', 'same-origin')
        .send(page.replaceAll(noncePlaceholder, nonce))
    })
  })
}

/** Scripts and styles come from this origin alone; the component library's own style elements carry the nonce. */
const policy = (nonce: string, imageOrigin: string, githubOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${imageOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    // Signing in at GitHub is a form here and a redirect to there, which browsers hold to this too.
    `form-action 'self' ${githubOrigin}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** Read at each request: a build while the service runs replaces it. */
const readPage = (file: string) => readFile(file, 'utf8').catch(() => notBuilt)

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Agent Identity Service</title>
<h1>The dashboard is not built</h1>
<p>Run <code>npm install</code> and <code>npm run build</code> in the service's folder, then load this page again.</p>
<p>The API works without it: see <a href="/docs">its reference</a>.</p>
</html>
`

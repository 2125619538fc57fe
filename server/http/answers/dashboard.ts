import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptedEncodings } from './documents.ts'

/** A placeholder in index.html wherever a tag needs the nonce of its response; web/vite.config.ts inserts it. */
const noncePlaceholder = '%CSP_NONCE%'

/**
 * Serves the dashboard at `/`: without limits and to everyone, because its data comes from the API (behavior:
 * Addresses).
 *
 * @param folder where `npm run build` writes the dashboard.
 */
export async function serveDashboard(
  app: FastifyInstance,
  { publicUrl, githubUrl }: { publicUrl: string; githubUrl: string },
  folder: string,
) {
  const imageOrigin = new URL(publicUrl).origin
  const githubOrigin = new URL(githubUrl).origin
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', unlimited: true }
    })
    files.get<{ Params: { name: string } }>('/assets/:name', { schema: { hide: true } }, async (request, reply) => {
      const { name } = request.params
      const type = /^[\w.-]+$/.test(name) && contentTypes[extname(name)]
      const asset = type && (await readAsset(join(folder, 'assets', name), request))
      if (!asset) return reply.callNotFound()
      if (asset.encoding) reply.header('content-encoding', asset.encoding)
      return (
        reply
          .type(type)
          .header('vary', 'accept-encoding')
          // File names contain a hash of the content, so cached files are never stale.
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(asset.bytes)
      )
    })
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

/** The file types that the build produces. */
const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Suffixes of the files that the build has compressed, the smaller ones first. */
const encodings = { br: '.br', gzip: '.gz' }

/** Reads a file in the best encoding that the browser accepts; undefined if there is no such file. */
async function readAsset(file: string, request: FastifyRequest) {
  const accepted = acceptedEncodings(request)
  for (const [encoding, suffix] of Object.entries(encodings)) {
    if (!accepted.includes(encoding)) continue
    const bytes = await maybeRead(file + suffix)
    if (bytes) return { bytes, encoding }
  }
  const bytes = await maybeRead(file)
  return bytes && { bytes, encoding: undefined }
}

const maybeRead = (file: string) => readFile(file).catch(() => undefined)

/** Allows scripts and styles from this origin only; the component library's inline style elements carry the nonce. */
const policy = (nonce: string, imageOrigin: string, githubOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${imageOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    // Signing in at GitHub is a form here that redirects there; browsers apply this to the redirect too.
    `form-action 'self' ${githubOrigin}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** Reads the page at each request, because a build may replace it while the service runs. */
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

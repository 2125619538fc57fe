import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { sha256Hex } from '#core/base/hash.ts'
import { sendDocument } from './documents.ts'

/** The page that displays the reference: Swagger UI with files of its package, without other origins. */

/** The build replaces this address by that of its own copy (`scripts/build-server.ts`). */
const swaggerUi = import.meta.resolve('@fastify/swagger-ui')

/** The files that the page loads. Only these names are read, never an address that a client sent. */
const files = ['index.css', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-16x16.png', 'favicon-32x32.png']

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Agent Identity Service</title>
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/index.css">
<link rel="icon" type="image/png" href="/docs/static/favicon-32x32.png" sizes="32x32">
<link rel="icon" type="image/png" href="/docs/static/favicon-16x16.png" sizes="16x16">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/swagger-initializer.js"></script>
</body>
</html>
`

/**
 * The script replaces two functions of Swagger UI. `resolveSubtree` of OpenAPI 3.1 reads the whole document again for
 * each part (4 of the 5 seconds of a page load), although every reference of this one points into itself. `opsFilter`
 * searches the names of groups alone, and distinguishes case.
 */
const initializer = `window.onload = () => {
  const resolveUrl = (path) => new URL(path, new URL('/docs/', window.location.href)).href
  const resolveSubtree = async (document, path) => {
    const at = (keys) => keys.reduce((value, key) => value?.[key], document)
    const resolved = (value, within) => {
      if (value === null || typeof value !== 'object') return value
      if (Array.isArray(value)) return value.map((entry) => resolved(entry, within))
      const { $ref } = value
      if (typeof $ref !== 'string')
        return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolved(entry, within)]))
      return within.includes($ref) ? value : resolved(at($ref.slice(2).split('/')), [...within, $ref])
    }
    return { spec: resolved(at(path), []), errors: [] }
  }
  const opsFilter = (groups, phrase) => {
    const words = phrase.toLowerCase().split(' ')
    const matches = (group) => (operation) => {
      const text = [group, operation.get('method'), operation.get('path'), operation.getIn(['operation', 'summary'])]
      return words.every((word) => text.join(' ').toLowerCase().includes(word))
    }
    return groups
      .map((group, name) => group.update('operations', (operations) => operations.filter(matches(name))))
      .filter((group) => group.get('operations').size > 0)
  }
  SwaggerUIBundle({
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [SwaggerUIBundle.plugins.DownloadUrl, () => ({ fn: { resolveSubtree, opsFilter } })],
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    layout: 'BaseLayout',
    validatorUrl: null,
    url: resolveUrl('./json'),
  })
}
`

/** Texts of our own, by the addresses at which they replace or extend the files. */
const texts: Record<string, { type: string; text: string }> = {
  '/docs': { type: 'text/html; charset=utf-8', text: page },
  '/docs/static/swagger-initializer.js': { type: types['.js']!, text: initializer },
}

/** Swagger UI's scripts set styles on elements; everything else must come from this origin. */
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** Serves the page without limits. @param documents the handlers of the documents that the page links. */
export function serveReferencePages(app: FastifyInstance, documents: Record<string, RouteHandlerMethod>) {
  const serve = (url: string, handler: RouteHandlerMethod) =>
    app.get(
      url,
      {
        schema: { hide: true },
        config: { access: 'public', unlimited: true },
        onRequest: (_request, reply, done) => {
          reply.header('content-security-policy', policy)
          done()
        },
      },
      handler,
    )
  for (const [url, handler] of Object.entries(documents)) serve(url, handler)
  for (const [url, { type, text }] of Object.entries(texts))
    serve(url, async (_request, reply) => reply.type(type).send(text))
  for (const name of files) {
    serve(`/docs/static/${name}`, async (request, reply) => {
      const body = await readFile(new URL(`static/${name}`, swaggerUi))
      const etag = `"${sha256Hex(body)}"`
      return sendDocument(request, reply, { body, etag }, types[extname(name)]!, 'public, max-age=0')
    })
  }
  serve('/docs/static/index.html', async (_request, reply) => reply.redirect('/docs/'))
}

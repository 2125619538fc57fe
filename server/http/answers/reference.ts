import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { computing } from '../../base/computing.ts'
import { cookieName } from '../access/auth.ts'

/** The routes and settings that the reference describes. */
export interface ReferenceSubject {
  routes: { method: string | string[]; url: string; schema: object; config: FastifyContextConfig }[]
  publicUrl: string
  sessionCookie: string
}

export type ReferenceWork = {
  /** The OpenAPI document as JSON. The subject is passed as JSON too, which is faster to copy than its objects. */
  document: { input: { subject: Uint8Array }; output: Uint8Array }
  page: {
    input: { subject: Uint8Array; page: Page; headers: IncomingHttpHeaders }
    output: { status: number; headers: OutgoingHttpHeaders; body: Uint8Array }
  }
}

/** The pages and files of the reference. Only these names reach the thread, never an address that a client sent. */
const pages = [
  '/docs',
  '/docs/json',
  '/docs/yaml',
  '/docs/static/index.html',
  '/docs/static/index.css',
  '/docs/static/theme/theme.css',
  '/docs/static/swagger-ui.css',
  '/docs/static/swagger-initializer.js',
  '/docs/static/swagger-ui-bundle.js',
  '/docs/static/swagger-ui-standalone-preset.js',
  '/docs/static/oauth2-redirect.html',
  '/docs/static/oauth2-redirect.js',
  '/docs/static/favicon-16x16.png',
  '/docs/static/favicon-32x32.png',
] as const
type Page = (typeof pages)[number]

/** A long task, because describing takes half a second, during which short texts must not wait. */
const tasks = computing.tasks<ReferenceWork>('reference', {
  deadlineSeconds: 30,
  tooLong: 'The reference takes too long to make',
  isLong: true,
  // A browser requests several files at once.
  waiting: 50,
})

/**
 * Serves the description of the routes that are registered afterwards: as OpenAPI, and as pages at /docs. Both are
 * built in a thread that starts at the first request: few people request them, and building them would take a fifth of
 * the start.
 */
export function serveReference(app: FastifyInstance, publicUrl: string) {
  const subject: ReferenceSubject = { routes: [], publicUrl, sessionCookie: cookieName({ publicUrl }) }
  let encoded: Uint8Array | undefined
  const encodedSubject = () => {
    encoded ??= Buffer.from(JSON.stringify(subject))
    return encoded
  }
  app.addHook('onRoute', ({ method, url, schema, config = {} }) => {
    if (method !== 'HEAD' && schema && !schema.hide) subject.routes.push({ method, url, schema, config })
  })
  const options = { schema: { hide: true }, config: { access: 'public' as const } }

  let document: Promise<Uint8Array> | undefined
  const sendDocument = async ({ ip }: FastifyRequest, reply: FastifyReply) => {
    document ??= tasks.run('document', { subject: encodedSubject() }, { org_id: ip }).catch((error) => {
      document = undefined
      throw error
    })
    return reply.type('application/json').send(await document)
  }
  // Three addresses serve the same bytes; `/api/openapi.json` is rewritten to the second (behavior: Addresses).
  for (const url of ['/openapi.json', '/api/v1/openapi.json']) app.get(url, options, sendDocument)

  for (const page of pages) {
    app.get(page, { ...options, config: { access: 'public', unlimited: true } }, async ({ headers, ip }, reply) => {
      const {
        status,
        body,
        headers: made,
      } = await tasks.run('page', { subject: encodedSubject(), page, headers }, { org_id: ip })
      const { connection, date, 'content-length': length, ...described } = made
      return reply
        .status(status)
        .headers(described)
        .send(body.length > 0 ? body : undefined)
    })
  }
}

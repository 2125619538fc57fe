import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { computing } from '#core/base/computing.ts'
import { once } from '#core/base/once.ts'
import { cookieName } from '../access/auth.ts'
import { serveReferencePages } from './reference-pages.ts'

/** The routes and settings that the reference describes. */
export interface ReferenceSubject {
  routes: { method: string | string[]; url: string; schema: object; config: FastifyContextConfig }[]
  publicUrl: string
  sessionCookie: string
}

export type ReferenceWork = {
  /** The OpenAPI document as JSON. The subject is passed as JSON too, which is faster to copy than its objects. */
  document: { input: Uint8Array; output: Uint8Array }
  /** The same document as YAML. */
  yaml: { input: Uint8Array; output: Uint8Array }
}

/** A long task, because describing takes half a second, during which short texts must not wait. */
const tasks = computing.tasks<ReferenceWork>('reference', {
  deadlineSeconds: 30,
  tooMuch: (taken) => `The reference takes ${taken} to make`,
  isLong: true,
})

/**
 * Serves the description of the routes that are registered afterwards: as OpenAPI, and as a page at /docs. It is
 * created in a thread at the first request: few people request it, and creating it would take a fifth of the start.
 */
export function serveReference(app: FastifyInstance, publicUrl: string) {
  const subject: ReferenceSubject = { routes: [], publicUrl, sessionCookie: cookieName({ publicUrl }) }
  app.addHook('onRoute', ({ method, url, schema, config = {} }) => {
    if (method !== 'HEAD' && schema && !schema.hide) subject.routes.push({ method, url, schema, config })
  })

  const readDocument = once(() => tasks.run('document', Buffer.from(JSON.stringify(subject)), { org_id: '' }))
  const sendDocument = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('application/json').send(await readDocument())
  const readYaml = once(async () => tasks.run('yaml', await readDocument(), { org_id: '' }))
  const sendYaml = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('application/x-yaml').send(await readYaml())

  // Three addresses serve the same bytes; `/api/openapi.json` is rewritten to the second (behavior: Addresses).
  for (const url of ['/openapi.json', '/api/v1/openapi.json'])
    app.get(url, { schema: { hide: true }, config: { access: 'public' } }, sendDocument)
  serveReferencePages(app, { '/docs/json': sendDocument, '/docs/yaml': sendYaml })
}

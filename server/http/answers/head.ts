import type { FastifyInstance, onSendHookHandler } from 'fastify'

/** The method whose answer a request gets: HEAD has that of GET, whose body Fastify leaves out. */
export const answeredMethod = (method: string): string => (method === 'HEAD' ? 'GET' : method)

/** Fastify gives each answer to HEAD the length of its body, also one that says nothing of a body: 0 for unchanged. */
const withoutLengthOfUnchanged: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}

/** Registered before the routes: HEAD of an unchanged document has the headers of GET. */
export function answerHead(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], withoutLengthOfUnchanged].flat()
  })
}

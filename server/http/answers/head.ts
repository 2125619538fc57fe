import type { FastifyInstance, onSendHookHandler } from 'fastify'

/** Returns the method whose answer a request gets: HEAD is answered as GET, and Fastify leaves out the body. */
export const answeredMethod = (method: string): string => (method === 'HEAD' ? 'GET' : method)

/**
 * Removes the length of an unchanged document: Fastify sets the length of the body on each answer to HEAD, which is 0
 * for a 304.
 */
const withoutLengthOfUnchanged: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode === 304) reply.removeHeader('content-length')
  done(null, payload)
}

/** Gives HEAD of an unchanged document the headers of GET. Register it before the routes. */
export function answerHead(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], withoutLengthOfUnchanged].flat()
  })
}

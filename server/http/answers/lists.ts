import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListPage } from '#core/domain/requests/page.ts'
import { stepsAfter } from './next-steps.ts'

/**
 * Sends an object whose last key, `name`, is a list that is read while it is sent. Even for a slow client, at most one
 * batch is in memory. The first batch is read before sending, so that its failure is answered like any other; a later
 * failure cuts the connection.
 */
export async function sendWithList(
  reply: FastifyReply,
  head: object,
  name: string,
  batches: AsyncGenerator<object[], void>,
): Promise<FastifyReply> {
  const first = await batches.next()
  const steps = stepsAfter(reply, head)
  const text = async function* () {
    yield `${JSON.stringify({ ...head, next_steps: steps }).slice(0, -1)},${JSON.stringify(name)}:[`
    let separator = ''
    for (let next = first; !next.done; next = await batches.next()) {
      for (const entry of next.value) {
        yield separator + JSON.stringify(entry)
        separator = ','
      }
      // Yields, because reading from the embedded database never waits and would block other requests.
      await setImmediate()
    }
    yield ']}'
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(text(), { objectMode: false }))
}

/** The content type of one JSON value a line. */
export const linesType = 'application/x-ndjson'

/** Sends entries as lines of JSON, which are read while they are sent. */
export function sendLines(reply: FastifyReply, batches: AsyncIterable<object[]>): FastifyReply {
  const text = async function* () {
    for await (const entries of batches) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  }
  return reply.type(linesType).send(Readable.from(text(), { objectMode: false }))
}

/**
 * Returns a page as a bare list, as existing clients expect; a `Link` header points to the next page (behavior: Lists).
 */
export function bareList<T>(request: FastifyRequest, reply: FastifyReply, { data, next_cursor }: ListPage<T>): T[] {
  if (next_cursor !== null) {
    const { url } = request
    const pathEnd = url.search(/[?#]|$/)
    const path = url.slice(0, pathEnd)
    const query = new URLSearchParams(url.slice(pathEnd))
    query.delete('offset')
    query.set('cursor', next_cursor)
    reply.header('link', `<${path}?${query}>; rel="next"`)
  }
  return data
}

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The content type of server-sent events. */
export const eventStreamType = 'text/event-stream'

/** How long a stream stays open, in milliseconds. The browser opens another one, for which its session is checked again. */
const openMs = 60_000
/** How often a comment is sent, since proxies close silent connections, in milliseconds. */
const commentMs = 15_000
/** A client that has not read this much has stopped reading. */
const maxUnreadBytes = 64 * 1024

interface EventStream {
  send(data: object): void
}

/** Sends server-sent events: JSON objects without a name. All streams end when the service stops. */
export function eventStreams(app: FastifyInstance) {
  const open = new Set<Readable>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.push(null)
  })
  /**
   * @param start is given the stream, and returns what ends its work.
   * @throws the error of `start`, before anything is sent.
   */
  return (reply: FastifyReply, start: (stream: EventStream) => () => void): FastifyReply => {
    const stream = new Readable({ read: () => undefined })
    const write = (text: string) => {
      if (stream.readableLength > maxUnreadBytes) stream.destroy()
      else stream.push(text)
    }
    const end = start({ send: (data) => write(`data: ${JSON.stringify(data)}\n\n`) })
    const comments = setInterval(() => write(':\n\n'), commentMs).unref()
    const closing = setTimeout(() => stream.push(null), openMs).unref()
    open.add(stream)
    stream.once('close', () => {
      clearInterval(comments)
      clearTimeout(closing)
      open.delete(stream)
      end()
    })
    return reply.type(eventStreamType).header('x-accel-buffering', 'no').send(stream)
  }
}

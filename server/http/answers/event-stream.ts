import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The content type of server-sent events. */
export const eventStreamType = 'text/event-stream'

/** How often a comment is sent, since proxies close silent connections, in milliseconds. */
const commentMs = 15_000
/** A client that has not read this much has stopped reading. */
const maxUnreadBytes = 64 * 1024

interface EventStream {
  send(data: object): void
  /** Ends the stream after what was sent. */
  end(): void
}

/**
 * Sends server-sent events: JSON objects without a name. All streams end when the service stops.
 *
 * @param openMs how long a stream stays open, in milliseconds; until `end` if absent.
 */
export function eventStreams(app: FastifyInstance, openMs?: number) {
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
    const endNow = () => {
      if (!stream.destroyed) stream.push(null)
    }
    const stop = start({ send: (data) => write(`data: ${JSON.stringify(data)}\n\n`), end: endNow })
    const comments = setInterval(() => write(':\n\n'), commentMs).unref()
    const closing = openMs === undefined ? undefined : setTimeout(endNow, openMs).unref()
    open.add(stream)
    stream.once('close', () => {
      clearInterval(comments)
      clearTimeout(closing)
      open.delete(stream)
      stop()
    })
    return reply.type(eventStreamType).header('x-accel-buffering', 'no').send(stream)
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerEventBus } from '@modelcontextprotocol/server'
import type { Stream } from './watcher.ts'

/** Connects each `subscriptions/listen` stream that the SDK opens with the stream of the watcher that it is served for. */
export class Subscriptions implements ServerEventBus {
  private readonly current = new AsyncLocalStorage<Stream>()

  /** A stream that opens while `serve` runs gets the changes of this one. */
  during<T>(stream: Stream, serve: () => T): T {
    return this.current.run(stream, serve)
  }

  /** Nothing is told to all streams. */
  publish(): void {}

  subscribe(listener: Parameters<ServerEventBus['subscribe']>[0]): () => void {
    const stream = this.current.getStore()
    if (!stream) return () => undefined
    stream.changed = (uri) => listener({ kind: 'resource_updated', uri })
    return () => {
      stream.changed = () => undefined
    }
  }
}

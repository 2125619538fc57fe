import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerEventBus } from '@modelcontextprotocol/server'
import type { Stream } from './watcher.ts'

/** Connects each `subscriptions/listen` stream of the SDK to the watcher's stream that it is served for. */
export class Subscriptions implements ServerEventBus {
  private readonly current = new AsyncLocalStorage<Stream>()

  /** Connects a stream that opens while `serve` runs to the changes of this one. */
  during<T>(stream: Stream, serve: () => T): T {
    return this.current.run(stream, serve)
  }

  /** Does nothing, because no event concerns all streams. */
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

import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { ServerEventBus } from '@modelcontextprotocol/server'
import { agentResource, readResource } from './resources.ts'
import type { Session } from './tool.ts'

/** How many resources one stream may name. */
export const maxWatched = 100

/** What one open `subscriptions/listen` stream is told about. */
export interface Subscription {
  /** Resources, as the client named them. */
  uris: readonly string[]
  /** Tells the states of a resource apart; undefined for what the caller cannot read, or cannot any more. */
  stateOf: (uri: string) => Promise<string | undefined>
}

const pollMs = 1000

/**
 * Where streams learn that a prompt changed: each looks for itself once a second, with the rights of its own caller, while
 * it is open. Writes come from other replicas and from jobs too, so no event inside this process would tell of all of them;
 * and nothing of one tenant can reach the stream of another.
 */
export class Subscriptions implements ServerEventBus {
  private readonly current = new AsyncLocalStorage<Subscription>()

  /** Streams that open while `serve` runs are told what the subscription says. */
  during<T>(subscription: Subscription, serve: () => T): T {
    return this.current.run(subscription, serve)
  }

  publish(): void {}

  subscribe(listener: Parameters<ServerEventBus['subscribe']>[0]): () => void {
    const subscription = this.current.getStore()
    return subscription ? watch(subscription, (uri) => listener({ kind: 'resource_updated', uri })) : () => undefined
  }
}

/** Calls back with each resource that changes. @returns what ends it */
export function watch({ uris, stateOf }: Subscription, changed: (uri: string) => void): () => void {
  const states = new Map<string, string | undefined>()
  const watched = uris.filter((uri) => agentResource(uri))
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const look = async () => {
    for (const uri of watched) {
      const state = await stateOf(uri).catch(() => undefined)
      if (ended) return
      const known = states.get(uri)
      if (state !== undefined) states.set(uri, state)
      if (known !== undefined && state !== undefined && known !== state) changed(uri)
    }
    timer = setTimeout(look, pollMs).unref()
  }
  void look()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/** A hash of the resource's text. */
export async function stateOf(session: Session, uri: string): Promise<string> {
  const { contents } = await readResource(session, uri)
  return createHash('sha256').update(contents[0]!.text).digest('base64url')
}

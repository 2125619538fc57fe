import type { Server } from '@modelcontextprotocol/server'

/** How many idle servers are kept; more are created when more requests arrive at the same time. */
const maxIdle = 64

/**
 * Servers that are not connected to a request. Each serves one request at a time; they are reused, because creating one
 * costs more than most calls.
 */
export class IdleServers {
  readonly #newServer: () => Server
  readonly #idle: Server[] = []

  constructor(newServer: () => Server) {
    this.#newServer = newServer
  }

  /** Returns a server for one request; closing its transport returns it to the pool. */
  take(): Server {
    const server = this.#idle.pop() ?? this.#newServer()
    server.onclose = () => {
      if (this.#idle.length < maxIdle) this.#idle.push(server)
    }
    return server
  }
}

import type { Server } from '@modelcontextprotocol/server'

/** How many of them wait for a request; more are made when more requests come at a time. */
const maxIdle = 64

/** Servers that are connected to no request. Each serves one at a time, since making one costs more than most calls. */
export class IdleServers {
  readonly #newServer: () => Server
  readonly #idle: Server[] = []

  constructor(newServer: () => Server) {
    this.#newServer = newServer
  }

  /** Returns a server for one request; closing its transport brings it back. */
  take(): Server {
    const server = this.#idle.pop() ?? this.#newServer()
    server.onclose = () => {
      if (this.#idle.length < maxIdle) this.#idle.push(server)
    }
    return server
  }
}

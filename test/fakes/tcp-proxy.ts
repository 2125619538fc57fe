import { connect, createServer, type Socket } from 'node:net'

/** A network in front of a server that can drop everything: no reset, no end, as when a host or a route vanishes. */
export async function startTcpProxy(targetPort: number, ownPort = 0) {
  let isBlackHole = false
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (incoming) => {
    sockets.add(incoming)
    incoming.on('error', () => {})
    // Data that arrives while it is a black hole stays unanswered forever.
    if (isBlackHole) return
    const outgoing = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    sockets.add(outgoing)
    outgoing.on('error', () => incoming.destroy())
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on('data', (data) => isBlackHole || to.write(data))
      from.on('end', () => isBlackHole || to.end())
    }
    incoming.resume()
  })
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    /** Stops forwarding; existing connections never recover. */
    vanish: () => {
      isBlackHole = true
      for (const socket of sockets) socket.removeAllListeners('data').removeAllListeners('end').pause()
    },
    /** New connections are forwarded again. */
    comeBack: () => {
      isBlackHole = false
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

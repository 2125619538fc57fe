import { tracingChannel } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import { startService } from './service.ts'

export type DirectReader = Awaited<ReturnType<typeof startDirectReader>>

interface Call extends RequestInit {
  key?: string
}

/** A service with an agent, and reads over a real connection that tell whether a route had to do with them. */
export async function startDirectReader(settings: Record<string, string> = {}) {
  const service = await startService(settings)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  const tenant = await service.register()
  const agent = await tenant.agent({ name: 'Zoë' })
  await tenant.post('/beliefs', { agentId: agent, category: 'boundary', statement: 'Never merge on red' })
  let handledByRoutes = 0
  const countHandled = { start: () => void handledByRoutes++ }
  const channel = tracingChannel('fastify.request.handler')
  channel.subscribe(countHandled as never)

  const fetchAs = (key: string, path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...(init.headers as object) } })

  /** Reads once, and tells whether the route had nothing to do with it. */
  const readOnce = async (path: string, { key = tenant.key, ...init }: Call = {}) => {
    const before = handledByRoutes
    const response = await fetchAs(key, path, init)
    const text = await response.text()
    return { status: response.status, text, headers: response.headers, isDirect: handledByRoutes === before }
  }
  /** Reads until the route had nothing to do with it, since the first call of a key in a second is the route's. */
  const readDirectly = async (path: string, call: Call = {}) => {
    for (let tries = 0; tries < 20; tries++) {
      const answer = await readOnce(path, call)
      if (answer.isDirect) return answer
    }
    throw new Error(`${path} was always read by its route`)
  }
  const stop = () => {
    channel.unsubscribe(countHandled as never)
    return service.stop()
  }
  return { service, tenant, agent, fetchAs, readOnce, readDirectly, stop }
}

const changing = ['date', 'connection', 'keep-alive', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** The headers that two answers with the same words have in common. */
export const lasting = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !changing.includes(name)).map(([name, value]) => [name, String(value)]),
  )

import type { FastifyInstance } from 'fastify'

/** The statuses of each operation by `GET /agents/{agentId}`; the same for every service of this process. */
let documented: Map<string, string[]> | undefined

/**
 * Records the status of every answer of a service. The returned function lists those that the OpenAPI document lacks,
 * as `GET /agents/{agentId} 418`: no test may receive one.
 */
export function recordAnswers(app: FastifyInstance): () => Promise<string[]> {
  const seen = new Set<string>()
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const { url, schema } = routeOptions
    // Files for browsers are not operations, nor are unknown paths.
    if (url !== undefined && schema && !(schema as { hide?: boolean }).hide && method !== 'HEAD') {
      seen.add(`${method} ${url.replace(/^\/api\/v1/, '').replace(/:(\w+)/g, '{$1}')} ${reply.statusCode}`)
    }
    done()
  })
  return async () => {
    documented ??= statusesIn((await app.inject('/openapi.json')).json())
    return [...seen].filter((answer) => {
      const [, operation, status] = /^(.*) (\d+)$/.exec(answer)!
      return !documented!.get(operation!)?.includes(status!)
    })
  }
}

const statusesIn = ({ paths }: { paths: Record<string, Record<string, { responses?: object }>> }) =>
  new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        Object.keys(operation.responses ?? {}),
      ]),
    ),
  )

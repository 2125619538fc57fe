import type { FastifyRequest } from 'fastify'

/** Returns the calling program, as it names itself in `X-Client`: `cli/web-shop`. A header in another form is ignored. */
export function clientOf({ headers }: FastifyRequest): string | undefined {
  const name = headers['x-client']
  return typeof name === 'string' && /^[\w.-]{1,63}\/[\w.-]{1,64}$/.test(name) ? name : undefined
}

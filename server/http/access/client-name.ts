import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** How an MCP client calls itself, in visible characters: `claude-code 2.1.332`. Set for calls of tools. */
    mcpClient?: string
  }
}

/**
 * Returns the calling program, as it names itself in `X-Client`: `cli/web-shop`; else as an MCP
 * client. A header in another form is ignored.
 */
export function clientOf({ headers, mcpClient }: FastifyRequest): string | undefined {
  const name = headers['x-client']
  return typeof name === 'string' && /^[\w.-]{1,63}\/[\w.-]{1,64}$/.test(name) ? name : mcpClient
}

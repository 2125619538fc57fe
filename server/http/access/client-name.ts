import type { FastifyRequest } from 'fastify'
import { clientNameOf, isClientName } from '#core/domain/identity/clients.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How an MCP client calls itself, in visible characters: `claude-code 2.1.332`. Set for calls of tools. */
    mcpClient?: string
  }
}

/** Returns the calling program, as it names itself in `X-Client`: `cli/web-shop`. A header in another form is ignored. */
function named({ headers }: FastifyRequest): string | undefined {
  const name = headers['x-client']
  return typeof name === 'string' && isClientName(name) ? name : undefined
}

/** Returns the author of a change as a program: by `X-Client`, else as an MCP client calls itself. */
export const clientOf = (request: FastifyRequest): string | undefined => named(request) ?? request.mcpClient

/** Returns the client of the fleet; that of MCP is `mcp/claude-code`, whatever its version is (behavior: Fleet). */
export function fleetClientOf(request: FastifyRequest): string | undefined {
  const { mcpClient } = request
  return named(request) ?? (mcpClient && clientNameOf('mcp', mcpClient.replace(/ v?\d\S*$/, '').replaceAll('/', '-')))
}

import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { readConfig } from '../config.ts'
import { findLocalCaller } from '../features/accounts/local-caller.ts'
import { clientInfoOf, clientNameOf } from '../mcp/client-names.ts'
import { readText } from '../mcp/resources.ts'
import { newMcpServer } from '../mcp/server.ts'
import { newSession } from '../mcp/session.ts'
import { serveOverStdio } from '../mcp/stdio.ts'
import { maxWatched, ResourceWatcher } from '../mcp/watcher.ts'
import { openEmbedded } from './embedded.ts'

interface Options {
  key: string | undefined
  toolsets: string | undefined
  readOnly: boolean
}

/**
 * Serves MCP over stdio on the embedded database, without a service. Runs jobs as well, until the client disconnects
 * (behavior: MCP).
 */
export async function serveLocalMcp({ key, toolsets, readOnly }: Options): Promise<void> {
  const config = readConfig()
  if (config.databaseUrl) throw new Error('DATABASE_URL is set: connect to the running service with --url and --key')
  const { app, deps, log, close } = await openEmbedded(config)
  try {
    const caller = await findLocalCaller(deps, key)
    const sessionOf = (mcpClient?: string) =>
      newSession(app.operations, { toolsets, readOnly }, () => ({
        caller,
        ip: '127.0.0.1',
        client: undefined,
        mcpClient,
        // No client disconnects here before its answer has been sent.
        response: new ServerResponse(new IncomingMessage(new Socket())),
        log,
        id: randomUUID(),
      }))
    const session = sessionOf()
    const watcher = new ResourceWatcher(app.operations, { key: maxWatched, organization: maxWatched })
    await serveOverStdio({
      newServer() {
        const server = newMcpServer((ctx) => sessionOf(clientNameOf(clientInfoOf(ctx, server))), app.operations, {
          canSubscribe: true,
        })
        return server
      },
      async watch(uris, changed) {
        const { ready, close } = watcher.open({
          orgId: session.orgId ?? '',
          keyId: caller.keyId,
          agentId: caller.agentId,
          uris,
          read: (uri) => readText(session, uri),
          changed,
          end: () => undefined,
        })
        await ready
        return close
      },
    })
  } finally {
    await close()
  }
}

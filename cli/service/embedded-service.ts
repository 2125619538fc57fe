import { embeddedDatabase } from './embedded-database.ts'

export interface EmbeddedService {
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

/**
 * Runs the service within this process, on the embedded database: it does not listen, and answers `fetch`. Jobs run
 * too.
 *
 * @throws an error when another process uses the folder.
 */
export async function openEmbeddedService(dataDir: string): Promise<EmbeddedService> {
  const config = { ...(await embeddedDatabase({ dataDir })), logLevel: 'error' as const }
  const { openEmbedded } = await import('../../server/start/embedded.ts')
  const { app, close } = await openEmbedded(config)
  return {
    async fetch(input, init) {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const answer = await app.inject({
        method: request.method as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
      })
      const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
      const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304
      return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, { status: answer.statusCode, headers })
    },
    close,
  }
}

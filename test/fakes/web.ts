import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small website whose pages a test sets, answering conditional requests as a web server does. */

export interface FakePage {
  body: string | Buffer
  type?: string
  etag?: string
  headers?: Record<string, string>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface FakeWeb {
  url: string
  port: number
  /** By path with query; others are 404. */
  pages: Map<string, FakePage | Handler>
  /** Path by path, in order. */
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  /** The paths that were requested since the last call. */
  asked(): string[]
  stop(): Promise<void>
}

export const html = (title: string, body: string): FakePage => ({
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`,
  type: 'text/html; charset=utf-8',
})

/** Answers with only a status. */
export const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(code, headers).end()
  }

export const redirect = (location: string): Handler => status(302, { location })

export async function startWeb(): Promise<FakeWeb> {
  const pages: FakeWeb['pages'] = new Map()
  const requests: FakeWeb['requests'] = []
  const server = createServer((request, response) => {
    requests.push({ path: request.url!, headers: request.headers })
    const page = pages.get(request.url!)
    if (!page) status(404)(request, response)
    else if (typeof page === 'function') page(request, response)
    else answer(page, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pages,
    requests,
    asked: () => requests.splice(0).map(({ path }) => path),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(
  { body, type = 'text/html', etag, headers }: FakePage,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const all = { 'content-type': type, ...(etag && { etag }), ...headers }
  if (etag && request.headers['if-none-match'] === etag) response.writeHead(304, all).end()
  else response.writeHead(200, all).end(body)
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small server in the shape of OpenAI's images endpoint, with faults that a test switches on. */

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface ImageRequest {
  model: string
  prompt: string
}

type Reply = { status: number; body: unknown } | 'cut'

export interface FakeImages {
  url: string
  requests: ImageRequest[]
  keys: (string | undefined)[]
  /** Intercepts every request to /images/generations. */
  reply: (request: ImageRequest) => Reply
  stop(): Promise<void>
}

export const pictureReply = (bytes: Uint8Array = png): Reply => ({
  status: 200,
  body: { data: [{ b64_json: Buffer.from(bytes).toString('base64') }] },
})

export async function startImages(): Promise<FakeImages> {
  const fake: FakeImages = {
    url: '',
    requests: [],
    keys: [],
    reply: () => pictureReply(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'GET') {
      response.writeHead(200, { 'content-type': 'image/png' }).end(png)
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request = JSON.parse(Buffer.concat(chunks).toString())
    fake.requests.push(request)
    fake.keys.push(incoming.headers.authorization)
    const reply = fake.reply(request)
    if (reply === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"data":[')
      setTimeout(() => response.destroy(), 5)
      return
    }
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real HTTP server in the shapes of an OpenAI-compatible endpoint, with faults that can be switched on. */

export interface ChatRequest {
  model: string
  messages: { role: string; content: string }[]
  response_format?: { type: string; json_schema?: { name: string; schema: unknown } }
  tools?: unknown
  stream?: boolean
}

/** The text of an answer, or a whole behavior. */
export type Reply = string | Behaviour
type Behaviour = (response: ServerResponse) => void

export const rateLimitedFor =
  (seconds: number): Behaviour =>
  (response) =>
    answerError(response, 429, { 'retry-after': String(seconds) })

export const faults = {
  hang: () => {},
  /** Sends a byte now and then, so that the connection is never idle and the answer never complete. */
  slowDrip: (response) => {
    response.writeHead(200, json)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  cutOff: (response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write('{"choices": [')
    setTimeout(() => response.destroy(), 10)
  },
  error: (response) => answerError(response, 500),
  rateLimited: (response) => answerError(response, 429),
  refusedKey: (response) => answerError(response, 401),
  refusedSchema: (response) => answerError(response, 400, {}, 'This response_format type is unavailable now'),
  empty: '',
  truncated: '{"rules": [{"category": "axi',
  tenMegabytes: (response) => complete(response, `{"rules": [], "filler": "${'x'.repeat(10 * 1024 * 1024)}"}`),
} satisfies Record<string, Reply>

const json = { 'content-type': 'application/json' }

const answerError = (response: ServerResponse, status: number, headers = {}, message = 'fault') => {
  response.writeHead(status, { ...json, ...headers })
  response.end(JSON.stringify({ error: { message } }))
}

/** An error with a body in the endpoint's own form. */
export const failsWith =
  (status: number, body: unknown): Behaviour =>
  (response) => {
    response.writeHead(status, json)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** An answer whose message or completion has other fields than those of OpenAI. */
export const completionWith =
  (message: object, { finish_reason = 'stop', ...more }: { finish_reason?: string; usage?: unknown } = {}): Behaviour =>
  (response) => {
    response.writeHead(200, json)
    response.end(JSON.stringify({ ...completionOf(''), choices: [{ index: 0, message, finish_reason }], ...more }))
  }

const completionOf = (content: string, finishReason = 'stop') => ({
  id: 'completion',
  object: 'chat.completion',
  created: 1,
  model: 'fake',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.5 },
})

/** One event of an answer in pieces. */
const piece = (response: ServerResponse, event: object | '[DONE]') =>
  response.write(`data: ${event === '[DONE]' ? event : JSON.stringify(event)}\n\n`)
const pieceOf = (content: string) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })

const stream = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return response
}

/** An answer in pieces, complete with its end and its tokens. */
const inPieces =
  (pieces: readonly string[], finishReason = 'stop'): Behaviour =>
  (response) => {
    stream(response)
    for (const content of pieces) piece(response, pieceOf(content))
    piece(response, { choices: [{ index: 0, delta: {}, finish_reason: finishReason }] })
    piece(response, { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } })
    piece(response, '[DONE]')
    response.end()
  }

/** Answers in pieces that fail after the first one. `then` gets the response, to end it or not. */
export const afterOnePiece =
  (then: (response: ServerResponse) => void): Behaviour =>
  (response) => {
    piece(stream(response), pieceOf('Never '))
    then(response)
  }

export const streamFaults = {
  cutOff: afterOnePiece((response) => setTimeout(() => response.destroy(), 10)),
  endsEarly: afterOnePiece((response) => response.end()),
  hangs: afterOnePiece(() => {}),
  invalidJson: afterOnePiece((response) => response.end('data: {"choices": [{"del\n\n')),
  error: afterOnePiece((response) => {
    piece(response, { error: { message: 'node 7 of example.internal is out of memory', code: 500 } })
    response.end()
  }),
  nothing: inPieces([]),
  tenMegabytes: inPieces(Array.from({ length: 100 }, () => 'x'.repeat(100_000))),
} satisfies Record<string, Behaviour>

/** An answer to a request that was delayed. */
export const complete = (response: ServerResponse, content: string, finishReason?: string) => {
  response.writeHead(200, json)
  response.end(JSON.stringify(completionOf(content, finishReason)))
}

/** An answer that was truncated at the model's limit of length. */
export const tooLong =
  (content: string): Reply =>
  (response) =>
    complete(response, content, 'length')

export interface FakeLanguageModel {
  baseUrl: string
  /** Every chat request so far, in order. */
  requests: ChatRequest[]
  /** The number of requests of any kind. */
  readonly count: number
  /** Decides each answer from the request and its number, beginning with 0. */
  reply: (request: ChatRequest, number: number) => Reply
  /** One vector per text, for requests of embeddings. */
  embed: (text: string) => number[]
  /** Changes the list of vectors in the answer to requests of embeddings. */
  reshape?: ((data: { index: number; embedding: number[] }[]) => unknown) | undefined
  /** Replaces the answer to requests of embeddings. */
  embeddingFault?: Reply | undefined
  stop(): Promise<void>
}

export async function startLanguageModel(): Promise<FakeLanguageModel> {
  const server = createServer(async (request, response) => {
    const body = await read(request)
    fake.count++
    if (request.url?.endsWith('/embeddings')) return answerEmbeddings(body as { input: string[] }, response)
    const chat = body as ChatRequest
    fake.requests.push(chat)
    const reply = fake.reply(chat, fake.requests.length - 1)
    if (typeof reply === 'function') return reply(response)
    if (chat.stream) return inPieces(reply.split(/(?<= )/))(response)
    complete(response, reply)
  })
  const answerEmbeddings = ({ input }: { input: string[] }, response: ServerResponse) => {
    if (typeof fake.embeddingFault === 'function') return fake.embeddingFault(response)
    response.writeHead(200, json)
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: fake.embed(text) }))
    response.end(
      fake.embeddingFault ??
        JSON.stringify({
          object: 'list',
          data: fake.reshape?.(data) ?? data,
          model: 'fake',
          usage: { prompt_tokens: 1, total_tokens: 1 },
        }),
    )
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [] as ChatRequest[],
    count: 0,
    reply: (): Reply => '{}',
    embed: (text: string) => [text.length, 1],
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  } as FakeLanguageModel & { count: number }
  return fake
}

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}

/** The data between the two fences of a question. */
export function dataOf({ messages }: ChatRequest): string {
  const question = messages.find(({ role }) => role === 'user')?.content ?? ''
  const fence = /stands data/.test(question) ? /"(data-[\w-]+)"/.exec(question)?.[1] : undefined
  const parts = fence === undefined ? [] : question.split(`\n${fence}`)
  return parts[1]?.replace(/^\n/, '') ?? ''
}

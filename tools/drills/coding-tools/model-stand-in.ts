import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A stand-in for the vendors' models. It speaks the protocols of Anthropic (Messages), OpenAI (Responses and Chat
 * Completions) and Google (generateContent), records what a coding tool sends, and answers by a script.
 */

/** A tool that the model was offered, by the name that the coding tool gave it. */
type ToolName = string

/** An answer of the model: a text, or a call of a tool. */
export type ModelAnswer = { text: string } | { tool: ToolName; arguments: object }

export interface ModelRequest {
  /** When it arrived, in milliseconds of `performance.now()`. */
  at: number
  path: string
  /** The request as JSON text, in which every string can be searched for. */
  text: string
  body: Record<string, any>
  tools: ToolName[]
  /** Results of tools that the conversation already has. */
  toolResults: number
}

export interface ModelStandIn {
  url: string
  requests: ModelRequest[]
  close(): Promise<void>
}

/** @param script - Returns the answer to a request; requests without tools (titles, checks of topics) get `OK`. */
export async function startModelStandIn(script: (request: ModelRequest) => ModelAnswer): Promise<ModelStandIn> {
  const requests: ModelRequest[] = []
  const server = createServer(async (incoming, response) => {
    const body = await readJson(incoming)
    const path = incoming.url ?? ''
    if (incoming.method !== 'POST' || body === undefined) return answerList(response)
    const request = describeRequest(path, body)
    requests.push(request)
    const answer = request.tools.length === 0 ? { text: 'OK' } : script(request)
    for (const [part, respond] of protocols) if (path.includes(part)) return respond(response, body, answer, path)
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such route"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, any> | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function describeRequest(path: string, body: Record<string, any>): ModelRequest {
  const offered = [
    ...(body.tools ?? []),
    ...(Array.isArray(body.input) ? body.input.flatMap(({ tools = [] }) => tools) : []),
  ]
  const tools: ToolName[] = offered.flatMap((tool: any) => {
    const declarations = tool.functionDeclarations ?? tool.function_declarations
    if (declarations) return declarations.map(({ name }: any) => name)
    // A namespace of the Responses API holds the tools of one MCP server.
    if (tool.type === 'namespace') return tool.tools.map(({ name }: any) => `${tool.name}${name}`)
    return tool.function?.name ?? tool.name ?? []
  })
  const text = JSON.stringify(body)
  const toolResults = text.match(/"type":"tool_result"|"function_call_output"|"role":"tool"|"functionResponse"/g) ?? []
  return { at: performance.now(), path, text, body, tools, toolResults: toolResults.length }
}

const usage = { input_tokens: 10, output_tokens: 5 }

function answerList(response: ServerResponse) {
  const models = ['stand-in', 'gpt-5', 'claude-sonnet-4-5'].map((id) => ({ id, object: 'model', type: 'model' }))
  sendJson(response, { object: 'list', data: models, models: [], has_more: false })
}

function sendJson(response: ServerResponse, value: unknown) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function sendEvents(response: ServerResponse, events: readonly object[], isNamed: boolean, last?: string) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    if (isNamed && 'type' in event) response.write(`event: ${event.type}\n`)
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  response.end(last === undefined ? undefined : `data: ${last}\n\n`)
}

type Respond = (response: ServerResponse, body: Record<string, any>, answer: ModelAnswer, path: string) => void

const messages: Respond = (response, { stream, model }, answer, path) => {
  if (path.includes('count_tokens')) return sendJson(response, { input_tokens: 10 })
  const call = 'tool' in answer
  const block = call
    ? { type: 'tool_use', id: `toolu_${randomUUID()}`, name: answer.tool, input: answer.arguments }
    : { type: 'text', text: answer.text }
  const stop_reason = call ? 'tool_use' : 'end_turn'
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null, usage }
  if (!stream) return sendJson(response, { ...head, content: [block], stop_reason })
  const delta = call
    ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.arguments) }
    : { type: 'text_delta', text: answer.text }
  const start = call ? { ...block, input: {} } : { type: 'text', text: '' }
  sendEvents(
    response,
    [
      { type: 'message_start', message: { ...head, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ],
    true,
  )
}

const responses: Respond = (response, { stream, model, tools = [] }, answer) => {
  const item = 'tool' in answer ? callItem(tools, answer) : textItem(answer.text)
  const done = {
    ...{ id: 'resp_1', object: 'response', created_at: 1, model, status: 'completed', output: [item] },
    usage: {
      ...usage,
      total_tokens: 15,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  }
  if (!stream) return sendJson(response, done)
  sendEvents(
    response,
    [
      { type: 'response.created', response: { ...done, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      ...('tool' in answer
        ? []
        : [
            {
              type: 'response.output_text.delta',
              item_id: 'item_1',
              output_index: 0,
              content_index: 0,
              delta: answer.text,
            },
          ]),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: done },
    ],
    true,
  )
}

const textItem = (text: string) => ({
  ...{ id: 'item_1', type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [] }],
})

function callItem(tools: any[], answer: { tool: ToolName; arguments: object }) {
  const space = tools.find(({ type, name }) => type === 'namespace' && answer.tool.startsWith(name))
  const name = space ? answer.tool.slice(space.name.length) : answer.tool
  return {
    ...{ id: 'item_1', type: 'function_call', call_id: `call_${randomUUID()}`, status: 'completed', name },
    ...(space && { namespace: space.name }),
    arguments: JSON.stringify(answer.arguments),
  }
}

const chat: Respond = (response, { stream, model }, answer) => {
  const call = 'tool' in answer
  const message = call
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            ...{ index: 0, id: `call_${randomUUID()}`, type: 'function' },
            function: { name: answer.tool, arguments: JSON.stringify(answer.arguments) },
          },
        ],
      }
    : { role: 'assistant', content: answer.text }
  const finish_reason = call ? 'tool_calls' : 'stop'
  const head = { id: 'chat_1', created: 1, model }
  const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  if (!stream) {
    const choices = [{ index: 0, message, finish_reason }]
    return sendJson(response, { ...head, object: 'chat.completion', choices, usage: counts })
  }
  const chunk = (delta: object, reason: string | null) => ({
    ...{ ...head, object: 'chat.completion.chunk' },
    choices: [{ index: 0, delta, finish_reason: reason }],
  })
  const events = [chunk(message, null), { ...chunk({}, finish_reason), usage: counts }]
  sendEvents(response, events, false, '[DONE]')
}

const generateContent: Respond = (response, _body, answer, path) => {
  if (path.includes(':countTokens')) return sendJson(response, { totalTokens: 10 })
  const part =
    'tool' in answer ? { functionCall: { name: answer.tool, args: answer.arguments } } : { text: answer.text }
  const value = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  }
  if (path.includes(':streamGenerateContent')) return sendEvents(response, [value], false)
  sendJson(response, value)
}

const protocols: [part: string, respond: Respond][] = [
  ['/messages', messages],
  ['/responses', responses],
  ['/chat/completions', chat],
  ['/models/', generateContent],
]

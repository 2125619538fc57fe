import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** A program that starts its servers itself, as many desktop applications do; it passes on the calls of its model. */

const { SERVICE_URL, API_KEY, MODEL_URL, PATH, HOME } = process.env
const client = new Client({ name: 'desktop', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [
      new URL('node_modules/.bin/mcp-remote', import.meta.url).pathname,
      `${SERVICE_URL}/mcp`,
      '--header',
      `Authorization: Bearer ${API_KEY}`,
      '--allow-http',
    ],
    env: { PATH, HOME },
    stderr: 'ignore',
  }),
)
const { tools } = await client.listTools()
const messages = [{ role: 'user', content: 'hello' }]
for (;;) {
  const offered = tools.map(({ name, inputSchema }) => ({
    type: 'function',
    function: { name, parameters: inputSchema },
  }))
  const answer = await fetch(`${MODEL_URL}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'stand-in', messages, tools: offered }),
  })
  const { message } = (await answer.json()).choices[0]
  messages.push(message)
  if (!message.tool_calls) break
  for (const { id, function: called } of message.tool_calls) {
    const { content } = await client.callTool({ name: called.name, arguments: JSON.parse(called.arguments) })
    messages.push({ role: 'tool', tool_call_id: id, content: content.map(({ text }) => text).join('') })
  }
}
await client.close()

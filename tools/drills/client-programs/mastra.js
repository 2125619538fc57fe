import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Agent } from '@mastra/core/agent'
import { MCPClient } from '@mastra/mcp'

const { SERVICE_URL, API_KEY, MODEL_URL } = process.env
const client = new MCPClient({
  servers: {
    identity: {
      url: new URL(`${SERVICE_URL}/mcp`),
      requestInit: { headers: { Authorization: `Bearer ${API_KEY}` } },
    },
  },
})
const agent = new Agent({
  id: 'ada',
  name: 'Ada',
  instructions: 'Help.',
  model: createOpenAICompatible({ name: 'stand-in', baseURL: `${MODEL_URL}/v1`, apiKey: 'x' })('stand-in'),
  tools: await client.listTools(),
})
await agent.generate('hello', { maxSteps: 5 })
await client.disconnect()

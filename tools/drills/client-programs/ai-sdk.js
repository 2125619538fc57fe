import { createMCPClient } from '@ai-sdk/mcp'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, isStepCount } from 'ai'

const { SERVICE_URL, API_KEY, MODEL_URL } = process.env
const client = await createMCPClient({
  transport: { type: 'http', url: `${SERVICE_URL}/mcp`, headers: { Authorization: `Bearer ${API_KEY}` } },
})
const model = createOpenAICompatible({ name: 'stand-in', baseURL: `${MODEL_URL}/v1`, apiKey: 'x' })('stand-in')
await generateText({ model, tools: await client.tools(), prompt: 'hello', stopWhen: isStepCount(5) })
await client.close()

import createClient from 'openapi-fetch'

/** @import { paths } from './client/schema.js' */

const { SERVICE_URL, API_KEY } = process.env
/** @type {import('openapi-fetch').Client<paths>} */
const client = createClient({
  baseUrl: `${SERVICE_URL}/api/v1`,
  headers: { authorization: `Bearer ${API_KEY}` },
})

const statement = 'Tests come first'
const agent = await client.POST('/agents', { body: { name: 'Ada' } })
if (!agent.data) throw new Error(agent.error.error)
const agentId = agent.data.id
await client.POST('/beliefs', { body: { agentId, category: 'principle', statement } })
const beliefs = await client.GET('/beliefs', { params: { query: { agentId } } })
if (beliefs.data?.data[0]?.statement !== statement) throw new Error('The list lacks the belief')

const missing = await client.GET('/agents/{agentId}', { params: { path: { agentId: 'nobody' } } })
console.log(missing.error?.error)

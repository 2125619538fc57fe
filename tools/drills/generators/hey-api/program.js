import { client } from './client/client.gen.js'
import { createAgent, createBelief, getAgent, listBeliefs } from './client/sdk.gen.js'

const { SERVICE_URL, API_KEY } = process.env
client.setConfig({ baseUrl: `${SERVICE_URL}/api/v1`, auth: API_KEY })

const statement = 'Tests come first'
const agent = await createAgent({ body: { name: 'Ada' }, throwOnError: true })
await createBelief({ body: { agentId: agent.data.id, category: 'principle', statement }, throwOnError: true })
const beliefs = await listBeliefs({ query: { agentId: agent.data.id }, throwOnError: true })
if (beliefs.data.data[0]?.statement !== statement) throw new Error('The list lacks the belief')

const missing = await getAgent({ path: { agentId: 'nobody' } })
console.log(missing.error?.error)

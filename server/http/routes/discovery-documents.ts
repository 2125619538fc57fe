import { AnyText, failures } from '../requests/schemas.ts'
import type { Routes } from '../routes.ts'

const tags = ['Operations']
const config = { access: 'public', unlimited: true } as const
const about =
  'Structured identities for AI agents: beliefs and responsibilities in three layers, turned into system prompts that are never stale.'

/** Documents that describe the service to programs that discover it (behavior: Addresses). */
export const discoveryDocumentRoutes: Routes =
  ({ config: { publicUrl } }) =>
  async (app) => {
    app.get(
      '/llms.txt',
      {
        config,
        schema: {
          tags,
          summary: 'What this service is, for language models',
          response: {
            200: {
              description: 'Markdown',
              content: { 'text/plain': { schema: AnyText('# Agent Identity Service') } },
            },
          },
        },
      },
      async (_request, reply) => {
        reply.type('text/plain; charset=utf-8')
        return llmsText(publicUrl)
      },
    )

    app.get(
      '/.well-known/agent-card.json',
      {
        config,
        schema: {
          tags,
          summary: 'Why there is no A2A agent card',
          description: 'The service does not speak A2A. The error names the addresses where programs and people begin.',
          response: failures([404]),
        },
      },
      async (_request, reply) => {
        reply.status(404)
        return { error: noAgentCard(publicUrl) }
      },
    )
  }

const noAgentCard = (publicUrl: string) =>
  `This service does not speak A2A; begin at ${publicUrl}/openapi.json, ${publicUrl}/docs, ${publicUrl}/mcp or ${publicUrl}/llms.txt`

const llmsText = (publicUrl: string) => `# Agent Identity Service

> ${about}

Base address: ${publicUrl}/api/v1. Send \`Authorization: Bearer <API key>\`; \`POST ${publicUrl}/api/v1/register\` with \`{}\`
creates an account, an organization and a key. Agents are named by id or by slug. Most answers carry \`next_steps\`, whose
paths work as they are.

- \`GET /agents/{agent}\`: an agent with its system prompt
- \`GET /agents/{agent}/files?type=agent\`: the prompt alone, as Markdown
- \`POST /observations\` \`{"agentId", "content"}\`: report what an agent noticed about itself
- \`POST /pbd/process\` \`{"agentId"}\`: have imported content and reports read

## Documents

- [API reference](${publicUrl}/docs): every route, for people
- [OpenAPI document](${publicUrl}/openapi.json): every route, for programs
`

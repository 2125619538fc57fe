import { AnyText, FreeForm } from '../requests/schemas.ts'
import type { Routes } from '../routes.ts'

const tags = ['Operations']
const config = { access: 'public', unlimited: true } as const
const about =
  'Structured identities for AI agents: beliefs and responsibilities in three layers, turned into system prompts that are never stale.'

/** What the service says of itself to programs that find it (behavior: Addresses). */
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
          summary: 'The service as an A2A agent card',
          response: {
            // As A2A defines it, and nothing of ours.
            200: { description: 'the card', content: { 'application/json': { schema: FreeForm } } },
          },
        },
      },
      async () => agentCard(publicUrl),
    )
  }

const skill = (id: string, name: string, description: string) => ({ id, name, description, tags: ['identity'] })

/** A2A 1.0: the service itself, not one of the agents that it keeps. */
const agentCard = (publicUrl: string) => ({
  name: 'Agent Identity Service',
  description: about,
  version: '1.0.0',
  documentationUrl: `${publicUrl}/docs`,
  supportedInterfaces: [{ url: `${publicUrl}/api/v1`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }],
  capabilities: { streaming: false, pushNotifications: false },
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json', 'text/markdown'],
  securitySchemes: {
    apiKey: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'an API key of one organization' } },
  },
  skills: [
    skill('read-prompt', 'Read a system prompt', 'The current system prompt of an agent, by id or slug'),
    skill('report-observations', 'Report observations', 'What an agent noticed about itself, for review'),
    skill('import-rules', 'Import rules', 'Beliefs and responsibilities from a CLAUDE.md or another rules file'),
  ],
})

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

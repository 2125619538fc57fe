import { kinds } from '#core/domain/kinds.ts'
import { errorBody } from '../answers/errors.ts'
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
          description: 'How to call it, with the routes for agents, beliefs, responsibilities, discovery and MCP.',
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
        return errorBody('not_found', noAgentCard(publicUrl))
      },
    )
  }

const noAgentCard = (publicUrl: string) =>
  `This service does not speak A2A; begin at ${publicUrl}/openapi.json, ${publicUrl}/docs, ${publicUrl}/mcp or ${publicUrl}/llms.txt`

const names = new Intl.ListFormat('en')
const listed = {
  belief: names.format(kinds.belief.categories),
  responsibility: names.format(kinds.responsibility.categories),
}

const llmsText = (publicUrl: string) => `# Agent Identity Service

> ${about}

Base address: ${publicUrl}/api/v1. Send \`Authorization: Bearer <API key>\`; \`POST ${publicUrl}/api/v1/register\` with \`{}\`
creates an account, an organization and a key. Agents are named by id or by slug. Most answers carry \`next_steps\`, whose
paths work as they are.

## Agents

- \`GET /agents\`: the agents of your organization; \`POST /agents\` \`{"name"}\` creates one
- \`GET /agents/{agent}\`: an agent with its system prompt
- \`GET /agents/{agent}/prompt\`: the prompt alone, as Markdown

## Beliefs and responsibilities

A belief is what an agent holds true and how it works, a responsibility is what it answers for. An agent inherits those of
its group and its organization.

- \`POST /beliefs\` \`{"agentId", "category", "statement"}\`: create a belief; categories are ${listed.belief}
- \`POST /responsibilities\` with the same fields; categories are ${listed.responsibility}
- \`GET /agents/{agent}/resolved-identity\`: the beliefs and responsibilities of all layers
- \`POST /change-requests\`: propose changes, for people to merge

## Discovery

- \`POST /observations\` \`{"agentId", "content"}\`: report what an agent noticed about itself
- \`POST /pbd/process\` \`{"agentId"}\`: have imported content and reports read

## MCP

${publicUrl}/mcp serves the same over the Model Context Protocol (streamable HTTP), with the same key. Start with the tool
\`get_prompt\`. The command \`agent-identity mcp\` serves it over stdio.

## Documents

- [API reference](${publicUrl}/docs): every route, for people
- [OpenAPI document](${publicUrl}/openapi.json): every route, for programs
`

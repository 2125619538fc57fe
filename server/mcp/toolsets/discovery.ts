import { badRequest } from '#core/base/errors.ts'
import { sha256Hex } from '#core/base/hash.ts'
import { categories } from '#core/domain/kinds.ts'
import { fetchedTitles } from '#core/domain/sources/content-platforms.ts'
import { manners } from '#core/domain/sources/sessions.ts'
import type { ToolDefinition } from '../tool.ts'

const exampleId = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

/** Tools for content, and for the patterns that discovery finds in it. */
export const discoveryTools: readonly ToolDefinition[] = [
  {
    name: 'run_discovery',
    title: 'Run discovery',
    description: 'Starts a job that reads new content of an agent and proposes what recurs. Follow it with get_job.',
    example: { agent: 'ada' },
    operation: 'processPbd',
    args: ['agent=agentId', 'force'],
    required: ['agent'],
  },
  {
    name: 'report_session',
    title: 'Report a session',
    description:
      'Rules that people stated or implied in a session, each with their own words. A rule is said for later, a task for now is none. They are evidence; people decide on it.',
    example: {
      agent: 'ada',
      tool: 'claude-code',
      session: '5b0c1f7e',
      at: '2026-11-21T09:30:00Z',
      rules: [{ statement: 'Use pnpm', quote: 'use pnpm here', category: 'preference', how: 'explicit' }],
    },
    operations: ['createObservation'],
    properties: {
      agent: { type: 'string', description: 'slug or id' },
      tool: { type: 'string', description: 'the coding agent' },
      session: { type: 'string', description: 'its id of the session' },
      at: { type: 'string', description: 'when it was said; ISO 8601' },
      project: { type: 'string', description: 'owner/name of the repository' },
      rules: {
        type: 'array',
        description: '1 to 50: the rule in the imperative, and the sentence of the person word for word',
        items: {
          type: 'object',
          properties: {
            statement: { type: 'string' },
            quote: { type: 'string' },
            category: { type: 'string', enum: categories },
            how: { type: 'string', enum: manners },
          },
          required: ['statement', 'quote', 'category', 'how'],
        },
      },
    },
    required: ['agent', 'tool', 'session', 'at', 'rules'],
    run: ({ agent, rules, ...session }, call) =>
      call('createObservation', {
        agentId: agent,
        observations: Array.isArray(rules) ? rules.map((rule, at) => reportOf(rule, `rules[${at}]`, session)) : rules,
      }),
  },
  {
    name: 'get_discovery_stats',
    title: 'Read what discovery found',
    description: 'How much content became observations, signals and items, and what people approved.',
    example: { agent: 'ada' },
    operation: 'getPbdStats',
    args: ['agent=agentId', 'since'],
  },
  {
    name: 'list_signals',
    title: 'List signals',
    description: 'Recurring patterns with their count and stability.',
    lists: ['Signal'],
    example: { agent: 'ada', promoted: false },
    operation: 'listSignals',
    args: ['agent=agentId', 'promoted', 'minNCount', 'limit', 'cursor'],
  },
  {
    name: 'list_observations',
    title: 'List observations',
    description: 'Single observations with the quote that they were made from.',
    example: { agent: 'ada', limit: 20 },
    operation: 'listObservations',
    args: ['agent=agentId', 'contentItemId', 'signalId', 'limit', 'cursor'],
  },
  {
    name: 'list_content',
    title: 'List content',
    description: 'What was imported for an agent: commits, posts, pages, conversations, observations.',
    lists: ['Content item'],
    example: { agent: 'ada', limit: 20 },
    operation: 'listContentItems',
    args: ['agent=agentId', 'sourceType', 'status', 'limit', 'cursor'],
  },
  {
    name: 'list_sources',
    title: 'List content sources',
    description: 'Where content of an agent comes from.',
    lists: ['Content source'],
    example: { agent: 'ada' },
    operation: 'listContentSources',
    args: ['agent=agentId'],
  },
  {
    name: 'create_source',
    title: 'Add a content source',
    description: `${fetchedTitles}, whose content is imported for an agent.`,
    example: { agent: 'ada', platform: 'github', config: { owner: 'acme', repo: 'shop' } },
    operation: 'createContentSource',
    args: ['agent=agentId', 'platform', 'name', 'config'],
  },
  {
    name: 'sync_source',
    title: 'Import new content',
    description: 'Imports what is new in a source.',
    example: { id: exampleId },
    operation: 'syncContentSource',
    args: ['id=sourceId'],
  },
  {
    name: 'create_conversation',
    title: 'Start a conversation',
    description:
      'A conversation to which messages are added, and which is evidence for discovery once it is published.',
    example: {
      title: 'Release planning',
      participants: [
        { participantType: 'agent', agentId: exampleId },
        { participantType: 'human', displayName: 'Greg' },
      ],
    },
    operation: 'createConversation',
    args: ['title', 'participants'],
  },
  {
    name: 'add_messages',
    title: 'Add messages to a conversation',
    description: 'One to 1,000 messages, all or none.',
    example: { id: exampleId, messages: [{ participantId: exampleId, content: 'I write the test first.' }] },
    operation: 'createConversationMessage',
    args: ['id=sessionId', 'messages'],
    required: ['messages'],
  },
  {
    name: 'complete_conversation',
    title: 'Complete a conversation',
    description: 'Marks a conversation as ended; it is published where the organization does that by itself.',
    example: { id: exampleId },
    operation: 'updateConversation',
    args: ['id=sessionId'],
    fixed: { status: 'completed' },
  },
  {
    name: 'publish_conversation',
    title: 'Publish a conversation',
    description: 'Makes the conversation content of an agent that takes part in it.',
    example: { id: exampleId, agent: 'ada' },
    operation: 'publishConversation',
    args: ['id=sessionId', 'agent=agentId'],
  },
  {
    name: 'get_job',
    title: 'Read a job',
    description: 'How far a job is, and its result or error.',
    example: { id: exampleId },
    operation: 'getJob',
    args: ['id=jobId'],
  },
  {
    name: 'list_jobs',
    title: 'List jobs',
    description: 'Background work, the newest first.',
    lists: ['Job'],
    example: { status: 'running' },
    operation: 'listJobs',
    args: ['agent=agentId', 'status', 'jobType', 'limit', 'cursor'],
  },
  {
    name: 'get_prompt_report',
    title: 'Report on the prompt',
    description:
      'Tokens of the prompt, and items of any layer that repeat or contradict each other or that people had to say again, with suggestions.',
    example: { agent: 'ada', budget: 2000 },
    operation: 'getAgentPromptReport',
    args: ['agent=agentId', 'budget'],
  },
  {
    name: 'find_responsibility_gaps',
    title: 'Find gaps',
    description: 'Categories of responsibilities that are thin, with suggestions.',
    example: { agent: 'ada' },
    operation: 'findAgentResponsibilityGaps',
    args: ['agent=agentId'],
    readOnly: true,
  },
  {
    name: 'get_recommendations',
    title: 'Read recommendations',
    description: 'Beliefs and responsibilities of agents with a similar profile. An empty list is an answer.',
    example: { agent: 'ada' },
    operation: 'recommendBootstrap',
    args: ['agent=agentId'],
    readOnly: true,
  },
  {
    name: 'preview_duplicates',
    title: 'Find duplicates',
    description: 'Items of an agent that say the same, without merging them.',
    example: { agent: 'ada' },
    operation: 'dedupAgent',
    args: ['agent=agentId'],
    fixed: { dryRun: true },
    readOnly: true,
  },
]

/** Makes a report of a rule in `report_session`. @throws 400 when the rule misses a part. */
function reportOf(rule: unknown, path: string, session: Record<string, unknown>) {
  const { statement, quote, category, how } = (rule ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries({ statement, quote, category, how }))
    if (typeof value !== 'string') throw badRequest(`${path}.${name} is required`)
  return {
    content: statement,
    sourceQuote: quote,
    category,
    how,
    source: { type: 'session', ...session },
    // A rule that is reported twice for a session is one.
    externalId: sha256Hex(JSON.stringify([session.tool, session.session, statement, quote])),
  }
}

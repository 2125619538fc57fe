import { badRequest } from '#core/base/errors.ts'
import { fetchedTitles } from '#core/domain/sources/content-platforms.ts'
import type { OperationTool, ToolDefinition } from '../tool.ts'

/**
 * The 44 tools of the public MCP client of this API (mcp-persona), with the same names and arguments, for agents whose
 * prompts name them (behavior: MCP). Operations take the same arguments, because that client passes them on unchanged.
 */

const id = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const agent = { agentId: id }
const paging = ['limit', 'offset'] as const
const reference = (description: string) => ({ type: 'string', description })

function itemTools(kind: 'belief' | 'responsibility'): OperationTool[] {
  const [noun, plural] = kind === 'belief' ? ['Belief', 'beliefs'] : ['Responsibility', 'responsibilities']
  const item =
    kind === 'belief'
      ? { category: 'voice', statement: 'Answer in short sentences' }
      : { category: 'ownership', statement: 'Own the release notes' }
  return [
    {
      name: `add_${kind}`,
      title: `Add a ${kind}`,
      description: `Adds a ${kind} to an agent.`,
      example: { ...agent, ...item },
      operation: `create${noun}`,
      args: ['agentId', 'category', 'statement', 'sourceType', 'quote'],
    },
    {
      name: `list_${plural}`,
      title: `List ${plural}`,
      description: `The ${plural} of an agent.`,
      example: agent,
      operation: kind === 'belief' ? 'listBeliefs' : 'listResponsibilities',
      args: ['agentId', 'category', 'status', 'starred', 'hidden', ...paging],
      required: ['agentId'],
    },
    {
      name: `update_${kind}`,
      title: `Change a ${kind}`,
      description: `Changes the given fields of a ${kind} of any layer.`,
      example: { [`${kind}Id`]: id, starred: true },
      operation: `update${noun}`,
      args: [`${kind}Id`, 'statement', 'category', 'status', 'starred', 'hidden'],
    },
    {
      name: `delete_${kind}`,
      title: `Delete a ${kind}`,
      description: `Deletes a ${kind} of any layer.`,
      example: { [`${kind}Id`]: id },
      operation: `delete${noun}`,
      args: [`${kind}Id`],
      destructive: true,
    },
    {
      name: `add_${kind}_bulk`,
      title: `Add ${plural}`,
      description: `Adds up to 500 ${plural} at once.`,
      example: { [plural]: [{ ...agent, ...item }] },
      operation: kind === 'belief' ? 'bulkCreateBeliefs' : 'bulkCreateResponsibilities',
      args: [plural],
    },
  ]
}

function layerTools(layer: 'org' | 'group'): OperationTool[] {
  const key = `${layer}Id`
  const layerNoun = layer === 'org' ? 'Organization' : 'Group'
  return (['Belief', 'Responsibility'] as const).flatMap((noun): OperationTool[] => {
    const kind = noun.toLowerCase()
    const plural = noun === 'Belief' ? 'beliefs' : 'responsibilities'
    return [
      {
        name: `get_${layer}_${plural}`,
        title: `Read ${plural} of the ${layerNoun.toLowerCase()}`,
        description: `The ${plural} that apply to every agent of the ${layerNoun.toLowerCase()}.`,
        example: { [key]: id },
        operation: noun === 'Belief' ? `list${layerNoun}Beliefs` : `list${layerNoun}Responsibilities`,
        args: [key],
      },
      {
        name: `add_${layer}_${kind}`,
        title: `Add a ${kind} to the ${layerNoun.toLowerCase()}`,
        description: `Adds a ${kind} that applies to every agent of the ${layerNoun.toLowerCase()}.`,
        example: {
          [key]: id,
          category: noun === 'Belief' ? 'principle' : 'monitoring',
          statement: noun === 'Belief' ? 'We disagree in the open' : 'Watch the error budget',
        },
        operation: `create${layerNoun}${noun}`,
        args: [key, 'category', 'statement'],
      },
    ]
  })
}

export const personaTools: readonly ToolDefinition[] = [
  {
    name: 'register',
    title: 'Register',
    description: 'Creates an account, an organization and an API key. Every field may be left out.',
    example: { orgName: 'Acme' },
    operation: 'register',
    args: ['email', 'displayName', 'orgName'],
  },
  {
    name: 'get_agent',
    title: 'Read an agent',
    description: 'The profile, the items and the system prompt of an agent.',
    example: agent,
    operation: 'getAgent',
    args: ['agentId'],
  },
  {
    name: 'list_agents',
    title: 'List agents',
    description: 'The agents of an organization.',
    lists: ['Agent'],
    example: {},
    operation: 'listAgents',
    args: ['orgSlug', 'groupId'],
  },
  {
    name: 'update_agent',
    title: 'Change an agent',
    description: 'Changes the given fields of the profile.',
    example: { ...agent, jobTitle: 'Engineer' },
    operation: 'updateAgent',
    args: ['agentId', 'name', 'jobTitle', 'description', 'location', 'timezone', 'githubUsername'],
  },
  {
    name: 'get_identity',
    title: 'Read the identity',
    description: 'The beliefs and responsibilities of all layers that apply to an agent.',
    lists: ['Belief', 'Responsibility', 'Item'],
    example: agent,
    operation: 'getAgentResolvedIdentity',
    args: ['agentId'],
  },
  ...itemTools('belief'),
  ...itemTools('responsibility'),
  ...layerTools('org'),
  {
    name: 'get_org_summary',
    title: 'Read the organization',
    description: 'The organization with its groups, agents and counts.',
    lists: ['Group'],
    example: { orgId: id },
    operation: 'getOrganizationSummary',
    args: ['orgId'],
  },
  ...layerTools('group'),
  {
    name: 'run_discovery',
    title: 'Run discovery',
    description: 'Starts jobs that read new content of an agent, or of all agents of an organization.',
    example: agent,
    operation: 'processPbd',
    args: ['agentId', 'orgId', 'force'],
  },
  {
    name: 'get_discovery_stats',
    title: 'Read what discovery found',
    description: 'How much content became observations, signals and items.',
    example: agent,
    operation: 'getPbdStats',
    args: ['orgSlug', 'agentId', 'since'],
  },
  {
    name: 'list_observations',
    title: 'List observations',
    description: 'Single observations with their quotes.',
    example: agent,
    operation: 'listObservations',
    args: ['agentId', 'contentItemId', 'signalId', ...paging],
  },
  {
    name: 'list_signals',
    title: 'List signals',
    description: 'Recurring patterns with their count and stability.',
    lists: ['Signal'],
    example: agent,
    operation: 'listSignals',
    args: ['agentId', 'promoted', 'minNCount', 'predictCategory', ...paging],
  },
  {
    name: 'review_pending',
    title: 'List what waits for review',
    description: 'Beliefs and responsibilities of an agent that nobody has approved or rejected yet.',
    example: agent,
    operations: ['listBeliefs', 'listResponsibilities'],
    properties: { agentId: reference('the id or slug of an agent') },
    required: ['agentId'],
    readOnly: true,
    async run({ agentId }, call) {
      const [beliefs, responsibilities] = await Promise.all([
        call('listBeliefs', { agentId, status: 'pending' }),
        call('listResponsibilities', { agentId, status: 'pending' }),
      ])
      return { pending_beliefs: beliefs, pending_responsibilities: responsibilities, errors: [] }
    },
  },
  {
    name: 'list_sources',
    title: 'List content sources',
    description: 'Where content of an agent comes from.',
    lists: ['Content source'],
    example: agent,
    operation: 'listContentSources',
    args: ['agentId'],
    required: ['agentId'],
  },
  {
    name: 'create_source',
    title: 'Add a content source',
    description: `${fetchedTitles}.`,
    example: { ...agent, platform: 'github', name: 'Shop', config: { owner: 'acme', repo: 'shop' } },
    operation: 'createContentSource',
    args: ['agentId', 'platform', 'name', 'config'],
  },
  {
    name: 'sync_source',
    title: 'Import new content',
    description: 'Imports what is new in a source.',
    example: { sourceId: id },
    operation: 'syncContentSource',
    args: ['sourceId'],
  },
  {
    name: 'list_content',
    title: 'List content',
    description: 'What was imported for an agent.',
    lists: ['Content item'],
    example: agent,
    operation: 'listContentItems',
    args: ['agentId', 'sourceType', ...paging],
  },
  {
    name: 'create_conversation',
    title: 'Start a conversation',
    description: 'A conversation with its participants.',
    example: { title: 'Planning', participants: [{ participantType: 'agent', agentId: id }] },
    operation: 'createConversation',
    args: ['title', 'orgId', 'participants'],
  },
  {
    name: 'add_message',
    title: 'Add a message',
    description: 'Adds a message to a conversation.',
    example: { sessionId: id, participantId: id, content: 'I write the test first.' },
    operation: 'createConversationMessage',
    args: ['sessionId', 'participantId', 'content'],
    required: ['participantId', 'content'],
  },
  {
    name: 'complete_conversation',
    title: 'Complete a conversation',
    description: 'Marks a conversation as ended.',
    example: { sessionId: id },
    operation: 'updateConversation',
    args: ['sessionId'],
    fixed: { status: 'completed' },
  },
  {
    name: 'snapshot_genome',
    title: 'Take a snapshot',
    description: "Keeps a copy of an agent's own items.",
    example: agent,
    operation: 'createAgentSnapshot',
    args: ['agentId'],
  },
  {
    name: 'get_diff',
    title: 'Read what changed',
    description: "What was added to an agent's own items or changed since a date.",
    example: { ...agent, since: '2026-11-01' },
    operation: 'getAgentDiff',
    args: ['agentId', 'since'],
  },
  {
    name: 'run_dedup',
    title: 'Find or merge duplicates',
    description: 'Items of an agent or an organization that say the same. Merges them only with dryRun false.',
    example: { ...agent, dryRun: true },
    operations: ['dedupAgent', 'dedupOrganization'],
    properties: {
      agentId: reference('the id or slug of an agent'),
      orgId: reference('the id or slug of an organization, in place of the agent'),
      dryRun: { type: 'boolean', description: 'true, the default, only shows what would be merged' },
    },
    destructive: true,
    async run({ agentId, orgId, dryRun = true }, call) {
      if (agentId !== undefined) return call('dedupAgent', { agentId, dryRun })
      if (orgId === undefined) throw badRequest('agentId or orgId is required')
      return call('dedupOrganization', { orgId, dryRun })
    },
  },
  {
    name: 'run_consensus',
    title: 'Detect consensus',
    description: 'Statements that enough agents of a group or an organization share become its own.',
    example: { groupId: id },
    operations: ['detectGroupConsensus', 'detectOrganizationConsensus'],
    properties: {
      groupId: reference('the id of a group'),
      orgId: reference('the id or slug of an organization, in place of the group'),
    },
    async run({ groupId, orgId }, call) {
      if (groupId !== undefined) return call('detectGroupConsensus', { groupId })
      if (orgId === undefined) throw badRequest('groupId or orgId is required')
      return call('detectOrganizationConsensus', { orgId })
    },
  },
  {
    name: 'get_job',
    title: 'Read a job',
    description: 'How far a job is, and its result or error.',
    example: { jobId: id },
    operation: 'getJob',
    args: ['jobId'],
  },
  {
    name: 'list_jobs',
    title: 'List jobs',
    description: 'Background work, the newest first.',
    lists: ['Job'],
    example: { status: 'running' },
    operation: 'listJobs',
    args: ['agentId', 'status', 'jobType', ...paging],
  },
  {
    name: 'get_recommendations',
    title: 'Read recommendations',
    description: 'Beliefs and responsibilities of agents with a similar profile.',
    example: agent,
    operation: 'recommendBootstrap',
    args: ['agentId'],
    readOnly: true,
  },
  {
    name: 'apply_recommendations',
    title: 'Apply recommendations',
    description: 'Adds the chosen recommendations to an agent.',
    example: { ...agent, items: [{ type: 'belief', category: 'voice', statement: 'Answer in short sentences' }] },
    operation: 'applyBootstrap',
    args: ['agentId', 'items'],
    required: ['items'],
  },
]

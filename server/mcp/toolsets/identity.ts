import type { OperationTool } from '../tool.ts'

/** Tools that an agent uses on its own identity. */
export const identityTools: readonly OperationTool[] = [
  {
    name: 'get_prompt',
    title: 'Read the prompt',
    description: "The agent's system prompt. Read it at the start of a session.",
    example: { agent: 'ada' },
    operation: 'getAgentPrompt',
    args: ['agent=agentId', 'maxTokens'],
  },
  {
    name: 'get_digest',
    title: 'Read the digest',
    description: 'The most important lines of the prompt. Read it again after a compaction.',
    example: { agent: 'ada' },
    operation: 'getAgentDigest',
    args: ['agent=agentId', 'maxTokens'],
  },
  {
    name: 'get_identity',
    title: 'Read the identity',
    description: 'All beliefs and responsibilities of an agent, with their ids and layers.',
    lists: ['Belief', 'Responsibility', 'Item'],
    example: { agent: 'ada' },
    operation: 'getAgentResolvedIdentity',
    args: ['agent=agentId'],
  },
  {
    name: 'list_agents',
    title: 'List agents',
    description: 'Agents of the organization with their slugs.',
    lists: ['Agent'],
    example: { limit: 20 },
    operation: 'listAgents',
    args: ['groupId', 'limit', 'cursor'],
  },
  {
    name: 'search',
    title: 'Search',
    description: 'Agents, groups, beliefs and responsibilities that contain all words.',
    lists: ['Conversation'],
    example: { q: 'code review' },
    operation: 'getSearch',
    args: ['q', 'limit'],
  },
  {
    name: 'create_agent',
    title: 'Create an agent',
    description: 'A new agent. Its slug is made from the name unless one is given.',
    example: { name: 'Ada', jobTitle: 'Backend engineer' },
    operation: 'createAgent',
    args: ['name', 'slug', 'jobTitle', 'description', 'groupId', 'location', 'timezone', 'githubUsername'],
  },
  {
    name: 'update_agent',
    title: 'Change the profile of an agent',
    description: 'Changes the given fields of the profile; the others stay.',
    example: { agent: 'ada', timezone: 'Europe/Berlin' },
    operation: 'updateAgent',
    args: ['agent=agentId', 'name', 'jobTitle', 'description', 'groupId', 'location', 'timezone', 'githubUsername'],
  },
  {
    name: 'report_observations',
    title: 'Report observations',
    description: 'Reports what the agent noticed about itself as evidence; the prompt stays as it is.',
    example: {
      agent: 'ada',
      observations: [{ content: 'I ask for a failing test first', sourceQuote: 'Can you add a test?' }],
    },
    operation: 'createObservation',
    args: ['agent=agentId', 'observations'],
    required: ['observations'],
  },
  {
    name: 'propose_changes',
    title: 'Propose changes',
    description: 'One change request. Nothing changes until a person merges it.',
    example: {
      title: 'Small changes',
      changes: [
        {
          op: 'add',
          owner: { agentId: 'ada' },
          category: 'principle',
          statement: 'Keep pull requests small',
        },
      ],
    },
    operation: 'createChangeRequest',
    args: ['title', 'description', 'changes'],
  },
  ...(['belief', 'responsibility'] as const).flatMap((kind): OperationTool[] => {
    const [operation, category, statement] =
      kind === 'belief'
        ? ['Belief', 'voice', 'Answer in short sentences']
        : ['Responsibility', 'ownership', 'Own the release notes']
    return [
      {
        name: `add_${kind}`,
        title: `Add a ${kind}`,
        description: `Adds a ${kind} to an agent at once, as pending. Use propose_changes when a person should decide first.`,
        example: { agent: 'ada', category, statement },
        operation: `create${operation}`,
        args: ['agent=agentId', 'category', 'statement', 'quote'],
      },
      {
        name: `update_${kind}`,
        title: `Change a ${kind}`,
        description: `Changes the given fields of a ${kind} of any layer; the others stay.`,
        example: { id: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11', starred: true },
        operation: `update${operation}`,
        args: [`id=${kind}Id`, 'category', 'statement', 'starred', 'hidden'],
      },
    ]
  }),
  {
    name: 'preview_dynamic_prompt',
    title: 'Preview a randomized prompt',
    description: 'A randomized variant of the prompt.',
    example: { agent: 'ada', seed: 42 },
    operation: 'previewAgentDynamicPrompt',
    args: ['agent=agentId', 'seed'],
    readOnly: true,
  },
]

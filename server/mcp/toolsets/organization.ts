import type { OperationTool } from '../tool.ts'

const exampleId = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

/** Tools for the layers above an agent. */
export const organizationTools: readonly OperationTool[] = [
  {
    name: 'get_organization_summary',
    title: 'Read the organization',
    description: 'The organization with its groups, agents and counts.',
    lists: ['Organization'],
    example: {},
    operation: 'getOrganizationSummary',
    args: [],
  },
  {
    name: 'fleet',
    title: 'List who runs what',
    description: 'Which client runs which version of a prompt, those that are behind first.',
    example: { behind: true },
    operation: 'getOrganizationFleet',
    args: ['agent=agentId', 'groupId', 'kind', 'state', 'behind', 'limit', 'cursor'],
  },
  {
    name: 'list_groups',
    title: 'List groups',
    description: 'The groups of the organization.',
    lists: ['Group'],
    example: {},
    operation: 'listGroups',
    args: ['limit', 'cursor'],
  },
  {
    name: 'create_group',
    title: 'Create a group',
    description: 'A group whose items apply to all its agents.',
    example: { name: 'Platform' },
    operation: 'createGroup',
    args: ['name', 'description'],
  },
  ...(['organization', 'group'] as const).flatMap((layer) =>
    (['beliefs', 'responsibilities'] as const).flatMap((plural): OperationTool[] => {
      const isBelief = plural === 'beliefs'
      const singular = isBelief ? 'belief' : 'responsibility'
      const layerNoun = layer === 'organization' ? 'Organization' : 'Group'
      // Names have at most 27 characters, so that 64 are enough with what clients put before them.
      const short = layer === 'organization' ? 'org' : layer
      const owner = layer === 'group' ? ['groupId'] : []
      const ofGroup = layer === 'group' ? { groupId: exampleId } : {}
      return [
        {
          name: `list_${short}_${plural}`,
          title: `List ${plural} of the ${layer}`,
          description: `The ${plural} that apply to every agent of the ${layer}.`,
          example: ofGroup,
          operation: `list${layerNoun}${isBelief ? 'Beliefs' : 'Responsibilities'}`,
          args: [...owner, 'status', 'limit', 'cursor'],
        },
        {
          name: `add_${short}_${singular}`,
          title: `Add a ${singular} to the ${layer}`,
          description: `Adds a ${singular} that applies to every agent of the ${layer}, at once. Use propose_changes when a person should decide first.`,
          example: {
            ...ofGroup,
            category: isBelief ? 'principle' : 'monitoring',
            statement: isBelief ? 'We disagree in the open' : 'Watch the error budget',
          },
          operation: `create${layerNoun}${isBelief ? 'Belief' : 'Responsibility'}`,
          args: [...owner, 'category', 'statement'],
        },
      ]
    }),
  ),
  {
    name: 'preview_changes',
    title: 'Preview changes',
    description: 'Which agents a change of items would reach, and with an agent its prompt after it. Writes nothing.',
    example: { changes: [{ op: 'remove', id: exampleId }] },
    operation: 'previewOrganizationChanges',
    args: ['changes', 'agent=agentId'],
    readOnly: true,
  },
]

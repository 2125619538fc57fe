import type { OperationTool } from '../tool.ts'

const exampleId = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

/** Rarely used tools and irreversible ones. */
export const adminTools: readonly OperationTool[] = [
  {
    name: 'delete_agent',
    title: 'Delete an agent',
    description: 'Deletes an agent with everything that hangs on it, for ever.',
    example: { agent: 'ada' },
    operation: 'deleteAgent',
    args: ['agent=agentId'],
    destructive: true,
  },
  {
    name: 'delete_belief',
    title: 'Delete a belief',
    description: 'Deletes a belief of any layer. Reject it instead to keep it from being proposed again.',
    example: { id: exampleId },
    operation: 'deleteBelief',
    args: ['id=beliefId'],
    destructive: true,
  },
  {
    name: 'delete_responsibility',
    title: 'Delete a responsibility',
    description: 'Deletes a responsibility of any layer. Reject it instead to keep it from being proposed again.',
    example: { id: exampleId },
    operation: 'deleteResponsibility',
    args: ['id=responsibilityId'],
    destructive: true,
  },
  {
    name: 'create_snapshot',
    title: 'Take a snapshot',
    description: "Keeps a copy of an agent's own items.",
    example: { agent: 'ada', label: 'before the rewrite' },
    operation: 'createAgentSnapshot',
    args: ['agent=agentId', 'label'],
  },
  {
    name: 'list_snapshots',
    title: 'List snapshots',
    description: 'The snapshots of an agent, the newest first.',
    lists: ['Snapshot'],
    example: { agent: 'ada' },
    operation: 'listAgentSnapshots',
    args: ['agent=agentId', 'limit', 'cursor'],
  },
  {
    name: 'compare_snapshots',
    title: 'Compare snapshots',
    description: 'What two snapshots of an agent differ in.',
    example: { agent: 'ada', a: exampleId, b: exampleId },
    operation: 'getAgentSnapshotsDiff',
    args: ['agent=agentId', 'a', 'b'],
  },
  {
    name: 'restore_snapshot',
    title: 'Restore a snapshot',
    description: "Puts the items of a snapshot in the place of the agent's own.",
    example: { agent: 'ada', snapshotId: exampleId },
    operation: 'restoreAgentSnapshot',
    args: ['agent=agentId', 'snapshotId'],
    destructive: true,
  },
  {
    name: 'list_members',
    title: 'List members',
    description: 'The people of the organization.',
    example: {},
    operation: 'listOrganizationMembers',
    args: [],
  },
  {
    name: 'list_models',
    title: 'List models',
    description: 'The language models that agents are assigned to.',
    example: {},
    operation: 'listModels',
    args: ['limit', 'cursor'],
  },
]

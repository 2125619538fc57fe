import type { OperationTool } from '../tool.ts'

/** Shortened, because a whole id takes 24 tokens of each description. */
const exampleId = '019a3c51-…'

/** Tools for people who review proposals with the help of an agent. */
export const reviewTools: readonly OperationTool[] = [
  {
    name: 'list_pending',
    title: 'List what waits for review',
    description: 'Pending items; `origin` discovery marks proposals.',
    example: { agent: 'ada' },
    operation: 'listOrganizationProposals',
    args: ['agent=agentId', 'limit', 'cursor'],
  },
  ...(['beliefs', 'responsibilities'] as const).map(
    (kind): OperationTool => ({
      name: `review_${kind}`,
      title: `Approve or reject ${kind}`,
      description: `Approves or rejects up to 500 ${kind}; a rejected one leaves the prompt and is not proposed again. Only do what the person decided.`,
      example: { ids: [exampleId], updates: { status: 'approved' } },
      operation: kind === 'beliefs' ? 'bulkUpdateBeliefs' : 'bulkUpdateResponsibilities',
      args: ['ids', 'updates'],
      required: ['ids'],
    }),
  ),
  {
    name: 'list_change_requests',
    title: 'List change requests',
    description: 'Change requests, newest first.',
    lists: ['Change request'],
    example: { status: 'open' },
    operation: 'listChangeRequests',
    args: ['status', 'agent=agentId', 'limit', 'cursor'],
  },
  {
    name: 'get_change_request',
    title: 'Read a change request',
    description: 'Its changes, conflicts and comments, and the prompt before and after.',
    example: { id: exampleId, agent: 'ada' },
    operation: 'getChangeRequest',
    args: ['id=changeRequestId', 'agent=agentId'],
  },
  {
    name: 'comment_on_change_request',
    title: 'Comment on a change request',
    description: 'Adds a comment.',
    example: { id: exampleId, text: 'Repeats a principle of the team' },
    operation: 'createChangeRequestComment',
    args: ['id=changeRequestId', 'text'],
  },
  {
    name: 'merge_change_request',
    title: 'Merge a change request',
    description: 'Writes its changes, all or only the given ones. Only do what the person decided.',
    example: { id: exampleId, only: [0] },
    operation: 'mergeChangeRequest',
    args: ['id=changeRequestId', 'only'],
    destructive: true,
  },
  {
    name: 'close_change_request',
    title: 'Close a change request',
    description: 'Closes it without merging.',
    example: { id: exampleId, reason: 'Said elsewhere' },
    operation: 'closeChangeRequest',
    args: ['id=changeRequestId', 'reason'],
    destructive: true,
  },
]

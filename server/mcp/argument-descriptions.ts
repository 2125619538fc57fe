import { requiredSettings } from '../domain/sources/content-platforms.ts'

/**
 * Descriptions of tool arguments, written for a model, by the operation's argument name. A key with the operation in
 * front applies where the argument means something else in that operation. Other arguments use the description in the
 * route's schema.
 */
const descriptions: Readonly<Record<string, string>> = {
  // References
  beliefId: 'the id of a belief',
  changeRequestId: 'the id of a change request',
  groupId: 'the id of a group',
  jobId: 'the id of a job',
  responsibilityId: 'the id of a responsibility',
  sessionId: 'the id of a conversation',
  snapshotId: 'the id of a snapshot',
  sourceId: 'the id of a content source',
  'getAgentSnapshotsDiff.a': 'the id of the earlier snapshot',
  'getAgentSnapshotsDiff.b': 'the id of the later snapshot',

  // Pages and filters of lists
  cursor: 'the next_cursor of the page before',
  offset: 'how many entries to skip',
  contentItemId: 'only observations from this content item, by its id',
  jobType: 'only jobs of this type',
  minNCount: 'only signals that were seen at least this many times',
  promoted: 'true for signals that became items, false for the others',
  signalId: 'only observations of this signal, by its id',
  'getPbdStats.since': 'only what was found since this ISO 8601 date or date-time',
  'getSearch.limit': 'how many of each type at most, 1 to 50',
  'getSearch.q': 'words that all have to occur',
  'listAgents.groupId': 'only agents of this group, by its id',
  'listBeliefs.category': 'only beliefs of this category',
  'listBeliefs.hidden': 'true for hidden beliefs, false for the others',
  'listBeliefs.starred': 'true for starred beliefs, false for the others',
  'listContentItems.sourceType': 'only content of this type',
  'listResponsibilities.category': 'only responsibilities of this category',
  'listResponsibilities.hidden': 'true for hidden responsibilities, false for the others',
  'listResponsibilities.starred': 'true for starred responsibilities, false for the others',
  status: 'only entries with this status',

  // Items
  category: 'the category of the item',
  hidden: 'true leaves the item out of the prompt',
  quote: 'a quotation that shows where the statement comes from',
  sourceType: 'where the statement comes from',
  starred: 'true emphasizes the item in the prompt',
  statement: 'one sentence in timeless present tense, at most 4,000 characters',
  ids: 'the ids of 1 to 500 items',
  updates: 'what to set for all of these items: status, starred or hidden',
  beliefs: '1 to 500 beliefs, each with the agent, category and statement',
  responsibilities: '1 to 500 responsibilities, each with the agent, category and statement',
  'applyBootstrap.items': 'the chosen recommendations, each with type, category and statement',
  'updateBelief.status': 'approved, rejected, or pending',
  'updateResponsibility.status': 'approved, rejected, or pending',

  // Agents, groups and accounts
  description: 'who the agent is, in a few sentences',
  githubUsername: 'the GitHub account whose commits are the agent’s',
  jobTitle: 'the role of the agent',
  location: 'where the agent works',
  name: 'the name of the agent',
  slug: 'a short name for addresses: lowercase letters, digits and single hyphens',
  timezone: 'the IANA time zone of the agent, such as Europe/Berlin',
  displayName: 'the name of the person',
  email: 'the email address of the account',
  orgName: 'the name of the new organization',
  'createAgent.groupId': 'the id of the group that the agent belongs to',
  'createGroup.description': 'the purpose of the group',
  'createGroup.name': 'the name of the group',
  'updateAgent.groupId': 'the id of the group that the agent moves to',

  // Change requests
  changes:
    '1 to 500 changes: add takes owner, kind, category and statement; edit and remove take the id of an item; override and restore take agentId, sourceType and sourceId; profile takes agentId and the fields to change',
  'createChangeRequest.description': 'why these changes are proposed',
  'createChangeRequest.title': 'the changes in one line',
  only: 'the positions of the changes to merge, from 0; all when absent',
  reason: 'why it is closed',
  text: 'the comment',
  'previewOrganizationChanges.changes':
    'changes to compare; with an id they apply to that item, without one they are new items of groupId or the organization',

  // Prompts and discovery
  force: 'true reads content again that was already read',
  label: 'a name for the snapshot',
  observations: '1 to 50 observations, each one sentence as content and the sentence that shows it as sourceQuote',
  seed: 'a whole number; the same seed gives the same prompt',

  // Content
  'createContentSource.name': 'the name of the source; null uses the name of what it reads',
  config: requiredSettings,
  content: 'the message',
  messages: '1 to 1,000 messages, each with participantId and content',
  participantId: 'the id of the participant who speaks',
  participants: 'agents, each with agentId, and people, each with displayName',
  platform: 'the kind of source',
  title: 'the subject of the conversation',
}

/** @returns undefined where the schema's own description is the best one */
export const describeArgument = (operation: string, name: string): string | undefined =>
  descriptions[`${operation}.${name}`] ?? descriptions[name]

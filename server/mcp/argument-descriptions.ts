import { requiredSettings } from '#core/domain/sources/content-platforms.ts'

/**
 * Descriptions of tool arguments, written for a model, by the operation's argument name. A key with the operation in
 * front applies where the argument means something else in that operation. Other arguments use the description in the
 * route's schema.
 */
const descriptions: Readonly<Record<string, string>> = {
  // References
  beliefId: 'id of a belief',
  changeRequestId: 'id of the request',
  groupId: 'id of a group',
  jobId: 'id of a job',
  responsibilityId: 'id of a responsibility',
  sessionId: 'id of a conversation',
  snapshotId: 'id of a snapshot',
  sourceId: 'id of a content source',
  'getAgentSnapshotsDiff.a': 'id of the earlier snapshot',
  'getAgentSnapshotsDiff.b': 'id of the later snapshot',

  // Pages and filters of lists
  cursor: 'the last next_cursor',
  limit: '1 to 1000',
  maxTokens: '200 to 4000',
  offset: 'how many entries to skip',
  contentItemId: 'only observations from this content item, by its id',
  jobType: 'only jobs of this type',
  minNCount: 'only signals that were seen at least this many times',
  promoted: 'true for signals that became items, false for the others',
  signalId: 'only observations of this signal, by its id',
  actor: 'only changes by this person, key or job, by its id',
  action: 'only this action, such as belief.approve or agent.update',
  target: 'only changes of this record, by its id',
  'getOrganizationAuditLog.type': 'only changes of records of this type, such as belief, label or key',
  'getOrganizationAuditLog.layer':
    'only changes of agents, of groups and what they share, or of the organization itself',
  'getOrganizationAuditLog.groupId': 'only changes of this group, by its id',
  'getOrganizationAuditLog.since': 'only changes from this ISO 8601 date or date-time on',
  'getOrganizationAuditLog.until': 'only changes before this ISO 8601 date or date-time',
  'getOrganizationFleet.groupId': 'only clients of agents of this group, by its id',
  'getOrganizationFleet.kind': 'what the names of clients begin with, such as cli, sdk or mcp',
  'getOrganizationAuditLogVerify.seq': 'number of a head that was kept',
  'getOrganizationAuditLogVerify.hash': 'hash of that head',
  'getPbdStats.since': 'only what was found since this ISO 8601 date or date-time',
  'getSearch.limit': 'of each type, 1 to 50',
  'getSearch.q': 'words',
  'listAgents.groupId': 'id of a group',
  'listBeliefs.category': 'only beliefs of this category',
  'listBeliefs.hidden': 'true for hidden beliefs, false for the others',
  'listBeliefs.starred': 'true for starred beliefs, false for the others',
  'listContentItems.sourceType': 'only content of this type',
  'listResponsibilities.category': 'only responsibilities of this category',
  'listResponsibilities.hidden': 'true for hidden responsibilities, false for the others',
  'listResponsibilities.starred': 'true for starred responsibilities, false for the others',
  status: 'with this status',

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
  'createAgent.groupId': 'id of the group that the agent belongs to',
  'createGroup.description': 'the purpose of the group',
  'createGroup.name': 'the name of the group',
  'updateAgent.groupId': 'id of the group that the agent moves to',

  // Change requests
  changes:
    '1 to 500. add: owner (one id), category, statement. edit, remove: id of an item. override, restore (hide or show an inherited item): agentId, sourceId. profile: agentId and its new fields, null for none',
  'createChangeRequest.description': 'why',
  'createChangeRequest.title': 'one line',
  only: 'the positions of the changes to merge, from 0; all when absent',
  reason: 'why',
  text: 'the comment',
  'previewOrganizationChanges.changes':
    'changes to compare; with an id they apply to that item, without one they are new items of groupId or the organization',

  // Prompts and discovery
  force: 'true reads content again that was already read',
  label: 'a name for the snapshot',
  observations: '1 to 50, each with the words that show it',
  seed: 'same seed, same text',

  // Content
  'createContentSource.name': 'the name of the source; null uses the name of what it reads',
  config: requiredSettings,
  content: 'the message',
  messages: '1 to 1,000 messages, each with participantId and content',
  participantId: 'id of the participant who speaks',
  participants: 'agents, each with agentId, and people, each with displayName',
  platform: 'the kind of source',
  title: 'the subject of the conversation',
}

/** @returns undefined where the schema's own description is the best one */
export const describeArgument = (operation: string, name: string): string | undefined =>
  descriptions[`${operation}.${name}`] ?? descriptions[name]

/**
 * Fields that a model need not send: they follow from other fields or from the item, belong to readers of sessions or of
 * rules files, or are objects without fields of their own, which Gemini refuses. The lists cost 60 tokens, the fields of
 * sessions 170.
 */
const impliedFields: Readonly<Record<string, readonly string[]>> = {
  createChangeRequest: ['kind', 'sourceType', 'file', 'line'],
  createConversationMessage: ['metadata'],
  createObservation: ['kind', 'source', 'how', 'confidence', 'externalId'],
}

/** Lists the fields that a tool's schema leaves out of the entries of a list; the operation accepts them. */
export const impliedFieldsOf = (operation: string): readonly string[] => impliedFields[operation] ?? []

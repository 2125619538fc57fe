/**
 * The words that the first schema knew. They are frozen: a migration must do the same in every version, so none of them
 * imports the domain, and a word that comes later comes with a migration of its own (test/service/db/schema.test.ts).
 */

export const kindNames = ['belief', 'responsibility']
export const categories = [
  'axiom',
  'principle',
  'voice',
  'preference',
  'boundary',
  'ownership',
  'execution',
  'collaboration',
  'deliverables',
  'monitoring',
]
export const itemStatuses = ['pending', 'approved', 'rejected']
export const conversationStatuses = ['active', 'completed', 'archived']
export const contentStatuses = ['imported', 'hidden']
export const participantTypes = ['agent', 'human']
export const memberRoles = ['owner', 'member']
export const overrideSources = ['org_belief', 'group_belief', 'org_responsibility', 'group_responsibility']
export const jobTypes = ['pbd', 'sync', 'consensus', 'avatar', 'dedup', 'backfill', 'bootstrap', 'import']
export const jobStatuses = ['queued', 'running', 'completed', 'failed']

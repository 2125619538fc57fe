import type { Answer } from './client.ts'

/** Authors and actions of the audit log in words. */

type Actor = Answer<'/agents/{agentId}/prompt-blame', 'get'>['lines'][number]['history'][number]['actor']

/** The second word of an action in the past tense. */
export const pastOf: Record<string, string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  approve: 'approved',
  reject: 'rejected',
  merge: 'merged',
  close: 'closed',
  publish: 'published',
  unpublish: 'unpublished',
  erase: 'erased content of',
  move: 'moved',
  restore: 'restored',
}

/** The work of each type of job. */
export const jobTitles: Record<string, string> = {
  pbd: 'Discovery',
  sync: 'Source sync',
  consensus: 'Consensus',
  avatar: 'Drawing the avatar',
  dedup: 'Merging duplicates',
  backfill: 'Reading sources of old items',
  bootstrap: 'Reading templates',
  label: 'Release',
  import: 'Import',
} satisfies Record<Answer<'/organizations/{orgId}/waiting', 'get'>['jobs']['data'][number]['type'], string>

export function actorOf({ actor }: { actor: Actor }): string {
  if (!actor) return 'Somebody'
  if (actor.type === 'system') return 'The service'
  const name = actor.name ?? (actor.type === 'key' ? `…${actor.key_hint}` : 'without a name')
  if (actor.type === 'user') return name
  return actor.type === 'key' ? `Key ${name}` : (jobTitles[name] ?? name)
}

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

/** The past tense of an action; keys and invitations are revoked, as their buttons say. */
export function deedVerb(action: string): string {
  const [type = '', verb = ''] = action.split('.')
  if (verb === 'delete' && (type === 'key' || type === 'invitation')) return 'revoked'
  return pastOf[verb] ?? verb
}

export function actorOf({ actor }: { actor: Actor }): string {
  if (!actor) return 'Someone'
  if (actor.type === 'system') return 'The service'
  const name = actor.name ?? (actor.type === 'key' ? `…${actor.key_hint}` : 'without a name')
  if (actor.type === 'user') return name
  return actor.type === 'key' ? `Key ${name}` : (jobTitles[name] ?? name)
}

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
}

export function actorOf({ actor }: { actor: Actor }): string {
  if (!actor) return 'Somebody'
  if (actor.type === 'system') return 'The service'
  const name = actor.name ?? (actor.type === 'key' ? `…${actor.key_hint}` : 'without a name')
  if (actor.type === 'user') return name
  return actor.type === 'key' ? `Key ${name}` : `Job ${name}`
}

import { useQuery } from '@tanstack/react-query'
import type { ChangeRequest } from '../../api/change-request-queries.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { keysQuery } from '../organization/keys.tsx'

/** A person, or a key by its name as in History, with its owner and the program that uses it. */
export function Author({ of: { name, key_hint, client } }: { of: Partial<ChangeRequest['author']> }) {
  const { id: orgId } = useOrganization()
  const { data: keys = [] } = useQuery({ ...keysQuery(orgId), enabled: Boolean(key_hint) })
  const person = name ?? 'a former member'
  if (!key_hint) return person
  const [key, ...others] = keys.filter((each) => each.key_hint === key_hint)
  const keyName = key?.label && others.length === 0 ? key.label : `…${key_hint}`
  return `key ${keyName} of ${person}${client ? ` (${client})` : ''}`
}

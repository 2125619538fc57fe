import type { Role } from './roles.ts'

/** Describes in words what keys may do. */
export const accesses = [
  { value: 'full', label: 'Full', hint: 'Everything, as the person who creates it' },
  {
    value: 'write',
    label: 'Write',
    hint: 'Everything except members, keys, connections, settings and deleting the organization',
  },
  {
    value: 'propose',
    label: 'Propose',
    hint: 'Reads; sends observations, conversations and change requests. Never changes a prompt itself',
  },
  { value: 'read', label: 'Read', hint: 'Reads, and changes nothing' },
] as const

/** The accesses that a person of this role may give to a key. */
export const accessesOf = (role: Role) => accesses.slice({ owner: 0, member: 1, viewer: 3 }[role])

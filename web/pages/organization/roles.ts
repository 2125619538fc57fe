import type { Body } from '../../api/client.ts'

export type Role = Body<'/organizations/{orgId}/members/{userId}', 'patch'>['role']

/** The roles as a person chooses one, from least to most. */
export const roles: { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
]

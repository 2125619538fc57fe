import { expect } from 'vitest'
import { newPerson } from './people.ts'
import type { Service, Tenant } from './service.ts'

/** A team with items at two layers above its agents, and change requests about inherited items. */

export const path = '/change-requests'

export async function newTeam(service: Service) {
  const person = await newPerson(service)
  const { tenant } = person
  const group = await tenant.group()
  const other = await tenant.group({ name: 'Support' })
  const ada = await tenant.agent({ name: 'Ada', groupId: group, description: 'Reviews changes', location: 'Berlin' })
  const lin = await tenant.agent({ name: 'Lin', groupId: group })
  const create = async (where: string, statement: string, category = 'boundary') =>
    (await tenant.post(where, { category, statement })).body.id as string
  const ofOrganization = await create(`/organizations/${tenant.orgId}/beliefs`, 'Never deploy on Fridays')
  const ofGroup = await create(`/groups/${group}/responsibilities`, 'Review every change', 'execution')
  const ofOther = await create(`/groups/${other}/beliefs`, 'Answer within a day')
  return { person, tenant, group, other, ada, lin, ofOrganization, ofGroup, ofOther }
}

export const promptOf = async (tenant: Tenant, agentId: string) =>
  (await tenant.get(`/agents/${agentId}`)).body.system_prompt as string

export async function propose(tenant: Tenant, ...changes: object[]) {
  const { status, body } = await tenant.post(path, { title: 'Better', changes })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

export const override = (agentId: string, sourceId: string, sourceType = 'org_belief') => ({
  op: 'override',
  agentId,
  sourceType,
  sourceId,
})

import { formOf, type Part } from './forms.ts'
import { type Callable, newPerson, type Person } from './people.ts'
import type { Service } from './service.ts'
import type { Answer } from './tenant.ts'
import { zipOf } from './zip.ts'

/** The service as its OpenAPI document describes it, and requests made from that description. */

export interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  path: string
  /** `POST /beliefs`, as test titles show it. */
  name: string
  operationId: string
  summary?: string
  parameters: { in: 'path' | 'query'; name: string; schema: Schema; example?: unknown; required?: boolean }[]
  /** The names of the headers that it takes. */
  headers: string[]
  body: { schema: Schema; example?: any } | undefined
  /** Whether the body is a form with a file in it. */
  isForm: boolean
  security: Record<string, string[]>[]
  responses: Record<
    string,
    { description?: string; headers?: object; content?: Record<string, { schema: Schema; example?: unknown }> }
  >
}

const methods = ['get', 'post', 'patch', 'delete', 'put']

export async function readDescription({ app }: Service): Promise<any> {
  return JSON.parse((await app.inject('/openapi.json')).body)
}

export const readOperations = async (service: Service) => operationsOf(await readDescription(service))

/**
 * The document with the schemas of the routes: every component where a schema refers to it, a reference or null as a
 * nullable schema, a constant as an enum, and the format of agents' references.
 */
export function inlined(document: any): any {
  const resolve = (value: any): any => {
    if (Array.isArray(value)) return value.map(resolve)
    if (value === null || typeof value !== 'object') return value
    if (typeof value.$ref === 'string') {
      const { $ref, ...beside } = value
      const [, kind, name] = $ref.match(/^#\/components\/(\w+)\/(\w+)$/)
      return { ...resolve(document.components[kind][name]), ...beside }
    }
    const resolved = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolve(entry)]))
    const { 'x-format': format, const: word, anyOf: [schema, nothing] = [], ...beside } = resolved
    if (format) return { ...beside, format }
    if (typeof word === 'string') return { ...beside, enum: [word] }
    if (nothing?.type !== 'null') return resolved
    return {
      ...schema,
      ...beside,
      type: [schema!.type, 'null'],
      ...(schema!.enum && { enum: [...schema!.enum, null] }),
    }
  }
  return { ...document, paths: resolve(document.paths) }
}

export function operationsOf(document: any): Operation[] {
  const { paths } = inlined(document)
  return Object.entries<any>(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const { parameters: all = [], requestBody, security = [], ...operation } = item[method]
        const parameters = all.filter((parameter: any) => parameter.in !== 'header')
        const headers = all.flatMap((parameter: any) => (parameter.in === 'header' ? [parameter.name] : []))
        const [body] = Object.values<any>(requestBody?.content ?? {})
        const name = `${method.toUpperCase()} ${path}`
        const isForm = 'multipart/form-data' in (requestBody?.content ?? {})
        return { ...operation, method: method.toUpperCase(), path, name, parameters, headers, body, isForm, security }
      }),
  )
}

/** A file from an export of each platform. */
const exampleFile = await zipOf({
  'Shares.csv': 'Date,ShareLink,ShareCommentary\n2024-01-31 10:11:12,,I never merge on red.\n',
  'data/account.js': 'window.YTD.account.part0 = [{"account":{"username":"ada"}}]',
  'data/tweets.js': 'window.YTD.tweets.part0 = [{"tweet":{"id_str":"1","full_text":"I never merge on red."}}]',
  'posts.csv': 'post_id,post_date,is_published,title\n1.red,2024-01-31T10:11:12.000Z,true,Red\n',
  'posts/1.red.html': '<p>I never merge on red.</p>',
})

/** A request to an operation, every part of it open to change. */
export interface Request {
  path: Record<string, string>
  query: Record<string, string>
  body: any
}

export function send(
  person: Person,
  key: 'key' | 'session',
  operation: Operation,
  request: Request,
  more: Record<string, string> = {},
): Promise<Answer> {
  const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => request.path[name]!)
  const query = new URLSearchParams(request.query).toString()
  const url = query === '' ? address : `${address}?${query}`
  const { method } = operation
  if (method === 'GET') return key === 'key' ? person.tenant.get(url, more) : person.get(url, more)
  if (operation.isForm && request.body !== null && typeof request.body === 'object') {
    const parts = Object.entries(request.body).map(
      ([name, value]): Part => [name, name === 'file' ? exampleFile : String(value)],
    )
    return key === 'key' ? person.tenant.post(url, formOf(parts), more) : person.post(url, formOf(parts), more)
  }
  const caller = key === 'key' ? person.tenant : person
  return caller[method.toLowerCase() as 'post'](url, request.body, more)
}

/** A person's organization with a record of each kind, by the name that paths and bodies use for it. */
export interface World {
  person: Person
  ids: Record<string, string>
  /** Ids with another meaning below a path. */
  layerIds: Record<string, Record<string, string>>
}

export async function newWorld(service: Callable): Promise<World> {
  const person = await newPerson(service)
  const { tenant } = person
  const create = async (path: string, body: object = {}) => (await tenant.post(path, body)).body
  const groupId = (await create('/groups', { name: 'Platform' })).id
  const managerAgentId = (await create('/agents', { name: 'Manager' })).id
  const agentId = (await create('/agents', { name: 'Ada', groupId })).id
  const belief = { agentId, category: 'axiom', statement: 'One' }
  const responsibility = { agentId, category: 'ownership', statement: 'One' }
  const beliefId = (await create('/beliefs', belief)).id
  const responsibilityId = (await create('/responsibilities', responsibility)).id
  const ofOrganization = await create(`/organizations/${tenant.orgId}/beliefs`, belief)
  const organizationItems = {
    beliefId: ofOrganization.id,
    responsibilityId: (await create(`/organizations/${tenant.orgId}/responsibilities`, responsibility)).id,
  }
  const groupItems = {
    beliefId: (await create(`/groups/${groupId}/beliefs`, belief)).id,
    responsibilityId: (await create(`/groups/${groupId}/responsibilities`, responsibility)).id,
  }
  const override = { sourceType: 'org_belief', sourceId: ofOrganization.id }
  const overrideId = (await create(`/agents/${agentId}/overrides`, override)).id
  const snapshotId = (await create(`/agents/${agentId}/snapshots`)).snapshot.id
  await tenant.put(`/agents/${agentId}/labels/production`, { version: 'live' })
  const modelId = (await create('/models', { provider: 'p', modelId: 'm', name: 'M' })).id
  const environmentId = (await create('/environments', { name: 'E', slug: 'e' })).id
  await create(`/environments/${environmentId}/models`, { modelId })
  await create(`/agents/${agentId}/models`, { environmentId, modelId })
  const talk = await create('/conversations', { participants: [{ participantType: 'agent', agentId }] })
  const participantId = talk.participants[0].id
  await create(`/conversations/${talk.id}/messages`, { participantId, content: 'I never merge on red.' })
  const contentItemId = (await create(`/conversations/${talk.id}/publish`, { agentId })).id
  const xKeys = { apiKey: 'k', apiSecret: 's', accessToken: 't', accessTokenSecret: 'u' }
  const xConnectionId = (await create('/x-connections', { xUsername: 'ada', xUserId: '1', ...xKeys })).id
  const change = { op: 'add', owner: { agentId }, kind: 'belief', category: 'axiom', statement: 'Two' }
  const changeRequestId = (await create('/change-requests', { title: 'Two', changes: [change] })).id
  const invited: { id: string; link: string } = (await person.post(`/organizations/${tenant.orgId}/invitations`)).body
  const keys = (await person.get(`/organizations/${tenant.orgId}/api-keys`)).body
  const hooks = `/organizations/${tenant.orgId}/webhooks`
  const webhookId = (await create(hooks, { url: 'https://example.com/', events: ['prompt.changed'] })).id
  const deliveryId = (await create(`${hooks}/${webhookId}/test`)).id
  const ids: Record<string, string> = {
    orgId: tenant.orgId,
    userId: tenant.userId,
    keyId: keys[0].id,
    groupId,
    agentId,
    managerAgentId,
    with: managerAgentId,
    beliefId,
    responsibilityId,
    overrideId,
    snapshotId,
    a: snapshotId,
    b: snapshotId,
    modelId,
    environmentId,
    sessionId: talk.id,
    participantId,
    itemId: contentItemId,
    xConnectionId,
    changeRequestId,
    contentItemId,
    webhookId,
    deliveryId,
    invitationId: invited.id,
    token: invited.link.split('/').at(-1)!,
  }
  // An item's list of ids holds items of the operation's kind; see `exampleRequest`.
  return { person, ids, layerIds: { '/organizations': organizationItems, '/groups': groupItems } }
}

/** The meaning of a request's `id` and `sourceId` depends on their path. */
export function idFor({ ids, layerIds }: World, { path }: Operation, name: string): string | undefined {
  if (name === 'id' || name === 'ids') {
    if (path.startsWith('/agents')) return ids.agentId
    if (path.startsWith('/x-connections')) return ids.xConnectionId
    return path.startsWith('/responsibilities') ? ids.responsibilityId : ids.beliefId
  }
  if (name === 'sourceId' && path.includes('overrides')) return ids.beliefId
  // Numbers of versions, not ids.
  if (path.includes('/prompt-versions') && (name === 'a' || name === 'b')) return undefined
  const layer = Object.keys(layerIds).find((prefix) => path.startsWith(prefix))
  return (layer && layerIds[layer]![name]) ?? ids[name]
}

/** The documented example of a request, with ids of a world if it has them. */
export function exampleRequest(world: World, operation: Operation): Request {
  const parameters = (location: string) =>
    operation.parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, example }) => [name, String(idFor(world, operation, name) ?? example)] as const)
  const query = Object.fromEntries(parameters('query'))
  // Two names for the organization of a request; the specification's exact one wins.
  if (query.orgId) delete query.orgSlug
  // It replaces an offset, and the example is of another list.
  delete query.cursor
  return {
    path: Object.fromEntries(parameters('path')),
    query,
    body: operation.body && withIds(operation.body.example, ''),
  }

  function withIds(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((entry) => withIds(entry, name))
    if (value !== null && typeof value === 'object') {
      const entries = Object.entries(value).filter(([key]) => key !== 'orgSlug')
      return Object.fromEntries(entries.map(([key, entry]) => [key, withIds(entry, key)]))
    }
    if (typeof value !== 'string') return value
    // The id of a group or manager in the example would make most requests fail; a null avoids that.
    if (name === 'managerAgentId') return null
    return idFor(world, operation, name) ?? value
  }
}

/** Whether a schema describes an id; an agent's may be its slug too. */
export const isId = ({ format }: Schema) => format === 'uuid' || format === 'agent'

/** Every location in a schema, as a path of keys, whose value is an id. */
export function idPaths(schema: Schema | undefined, path: (string | number)[] = []): (string | number)[][] {
  if (!schema) return []
  const name = path.at(-1)
  if (isId(schema) || name === 'orgId') return [path]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) => idPaths(property, [...path, key])),
    ...(schema.items ? idPaths(schema.items, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap((alternative) => idPaths(alternative, path)),
  ]
}

/** A copy with another value at a location; missing parents are created. */
export function replaced(value: any, [key, ...rest]: (string | number)[], replacement: unknown): any {
  if (key === undefined) return replacement
  const copy =
    typeof key === 'number' ? [...(Array.isArray(value) ? value : [])] : { ...(Array.isArray(value) ? {} : value) }
  copy[key as never] = replaced(copy[key as never], rest, replacement) as never
  return copy
}

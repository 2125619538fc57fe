import { badRequest } from '#core/base/errors.ts'
import { categories, itemStatuses, kindNames, scopes } from '#core/domain/kinds.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { changeItems } from '../../../features/items/change-items.ts'
import { itemStates, maxCounted } from '../../../features/organization-reads/item-search.ts'
import { contextOf } from '../../access/auth.ts'
import { sendJson } from '../../answers/documents.ts'
import {
  AgentId,
  AnyText,
  Flag,
  Id,
  Integer,
  Named,
  Nullable,
  OneOf,
  OrgInPath,
  responses,
  Statement,
  Text,
  Timestamp,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { exampleStatement, Origin } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import { itemFlags } from './fields.ts'

const tags = ['Review']
const defaultLimit = 100
const maxFound = 500
const maxChanges = 500

const State = (description?: string) => OneOf(itemStates, { title: 'ItemState', ...(description && { description }) })
const counts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, Integer()]))
const NamedCount = (name: string) =>
  Type.Array(Named('NamedCount', { id: Id, name: AnyText(name), count: Integer() }), {
    description: 'at most 100, the most frequent first',
  })

const itemFields = {
  id: Id,
  kind: OneOf(kindNames),
  scope: OneOf(scopes),
  agent_id: Nullable(Id),
  group_id: Nullable(Id),
  category: OneOf(categories),
  statement: AnyText(exampleStatement.belief),
  starred: Flag,
  hidden: Flag,
  status: OneOf(itemStatuses),
  origin: Origin,
  updated_at: Timestamp,
}

const ItemHit = Named('ItemHit', {
  ...itemFields,
  agent_name: Nullable(AnyText('Ada')),
  group_name: Nullable(AnyText('Platform')),
})

const ItemSearch = Named('ItemSearch', {
  data: Type.Array(ItemHit),
  count: Integer(),
  totals: Named('SearchTotals', counts(['agent', 'group', 'item', 'conversation', 'content'])),
  facets: Named('ItemFacets', {
    scope: Named('CountsByScope', counts(scopes)),
    category: Named('CountsByCategory', counts(categories)),
    state: Named('CountsByState', counts(itemStates)),
    groups: NamedCount('Platform'),
    agents: NamedCount('Ada'),
  }),
})

const Change = Named('ItemChange', {
  id: Id,
  updated_at: Type.Optional({ ...Timestamp, description: 'the state that the change is meant for; any by default' }),
  statement: Type.Optional(Statement(exampleStatement.belief)),
  category: Type.Optional(OneOf(categories)),
  ...itemFlags,
})

const ChangedItem = Named('ChangedItem', itemFields)

/** Finds and changes the items of every owner in an organization at once. */
export const organizationItemRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/items',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Search the items of an organization',
        description: `Beliefs and responsibilities of every layer that contain every word of \`q\`, the oldest first. \`count\` is how many match with the filters. \`totals\` counts what contains the words by type, without the filters. \`facets\` counts the items that each choice would leave, given the filters of the other facets. All of them count the first ${maxCounted.toLocaleString('en')} matches: ${maxCounted} stands for that many or more. \`state\` is \`live\` (approved and not hidden), \`hidden\` (approved and hidden), \`pending\` or \`rejected\`; \`groupId\` leaves the items of a group and of its agents.`,
        params: Type.Object({ orgId: OrgInPath }),
        querystring: Type.Object({
          q: Text(200, 'green', { minLength: 1 }),
          scope: Type.Optional(OneOf(scopes)),
          group_id: Type.Optional(Id),
          agent_id: Type.Optional(AgentId),
          category: Type.Optional(OneOf(categories)),
          state: Type.Optional(State()),
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: maxFound, description: `default ${defaultLimit}`, examples: [100] }),
          ),
        }),
        response: responses(200, ItemSearch, [400, 401, 404, 413, 429]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { q, limit = defaultLimit, ...filters } = request.query
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      return sendJson(reply, await deps.heavyReads.run('searchItems', ctx, { orgId, text: q, limit, ...filters }))
    },
  )

  app.patch(
    '/organizations/:orgId/items',
    {
      config: { access: 'write', agentKeys: true, changesPrompts: true, tier: 'bulk', turns: 'large' },
      schema: {
        tags,
        summary: `Change up to ${maxChanges} items of every layer`,
        description:
          'Of both kinds, all or none. Returns the items as they were and as they are now: to undo it, send the fields of `before` with `updated_at` of `after`. If an id occurs twice, its last change wins.',
        params: Type.Object({ orgId: OrgInPath }),
        body: Type.Object({
          changes: Type.Array(Change, { minItems: 1, maxItems: maxChanges }),
        }),
        response: responses(
          200,
          Named('ItemsChanged', { before: Type.Array(ChangedItem), after: Type.Array(ChangedItem) }),
          [400, 401, 404, 409, 412],
        ),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const { changes } = request.body
      if (changes.some(({ id: _, updated_at: __, ...set }) => Object.keys(set).length === 0)) {
        throw badRequest('changes must include statement, category, status, starred or hidden')
      }
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const saved = await changeItems(ctx, orgId, changes)
      return { before: saved.map(({ before }) => before), after: saved.map(({ after }) => after) }
    },
  )
}

import { badRequest } from '#core/base/errors.ts'
import { categories, itemStatuses, kindNames, scopes } from '#core/domain/kinds.ts'
import { resolveOrganization } from '../../../features/accounts/organizations.ts'
import { withConflicts } from '../../../features/consensus/proposal-conflicts.ts'
import { listProposals } from '../../../features/items/proposals.ts'
import { groupOwner } from '../../../features/layers/owners.ts'
import { contextOf } from '../../access/auth.ts'
import { sendJson } from '../../answers/documents.ts'
import {
  AgentId,
  Count,
  DisplayOrder,
  Flag,
  Id,
  Named,
  Nullable,
  OneOf,
  OrgInPath,
  orgReference,
  PagedList,
  pageOf,
  pageQuery,
  Reference,
  responses,
  Statement,
  Text,
  Timestamp,
} from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { exampleStatement, NamedOwner, Origin, Session } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'

const tags = ['Review']
const proposalsLimit = 50
const foundLimit = 8
const maxChanges = 500
const maxMoves = 500

const statement = Statement(exampleStatement.belief)
const text = (example: string) => Type.String({ examples: [example] })
const integer = (example: number) => Type.Integer({ examples: [example] })

const Proposal = Named('Proposal', {
  id: Id,
  kind: OneOf(kindNames),
  scope: OneOf(scopes),
  agent_id: Nullable(Id),
  agent_name: Nullable(text('Ada')),
  group_id: Nullable(Id),
  group_name: Nullable(text('Platform')),
  category: OneOf(categories),
  statement: text(exampleStatement.belief),
  starred: Flag,
  hidden: Flag,
  status: OneOf(itemStatuses),
  n_count: Count,
  created_at: Timestamp,
  updated_at: Timestamp,
  origin: Origin,
  certainty: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      examples: [0.62],
      description: 'how sure the reader is of what people said of it; null if nobody’s words led to it',
    }),
  ),
  said: Nullable(
    Type.Object(
      { sessions: integer(3), conversations: integer(1), last_at: Timestamp },
      { description: 'in how many sessions and conversations people said it, and when last; null if nobody did' },
    ),
  ),
  needs_wording: Type.Boolean({
    description:
      'true where people said it in words that cannot stand as a rule: a question, a reproach, a list of files, one word, half a task; edit the statement before you approve it. Such proposals come behind the others',
    examples: [false],
  }),
  also_for: Type.Optional(
    Type.Array(Type.Object({ id: Id, agent_id: Id, agent_name: text('Lin'), hidden: Flag }), {
      description:
        'only with byStatement: the items of other agents that await a decision with the same words and category',
    }),
  ),
  source_count: integer(1),
  sources: Type.Array(
    Type.Object({
      id: Id,
      source_type: text('conversation'),
      quote: Nullable(text('I never merge on red')),
      content_item_id: Nullable(Id),
      title: Nullable(text('Release review')),
      url: Nullable(text('https://github.com/acme/api/commit/1f2e3d')),
      published_at: Nullable(Timestamp),
      session: Type.Optional(Session),
      created_at: Timestamp,
    }),
    { description: 'the oldest five' },
  ),
  conflicts: Type.Array(
    Type.Object({
      id: Id,
      statement: text('Merge when the build is red'),
      owner: NamedOwner,
      relation: OneOf(['contradicts', 'repeats']),
    }),
    {
      description: 'items of the same layer or one above that say the opposite or the same, up to three of each',
    },
  ),
  conflicts_checked: Type.Boolean({
    description:
      'false when comparing failed or took too long, so that conflicts may be missing; smaller pages take less',
    examples: [true],
  }),
})

const ProposalList = Named('ProposalList', {
  ...PagedList(Proposal).properties,
  proposed: Type.Integer({ examples: [1], description: 'how many of all are proposals of discovery' }),
})

const Change = Named('PreviewedChange', {
  id: Type.Optional(Id),
  group_id: Type.Optional(Id),
  remove: Type.Optional(Type.Boolean({ examples: [false] })),
  category: Type.Optional(OneOf(categories)),
  statement: Type.Optional(statement),
  display_order: Type.Optional(DisplayOrder),
  status: Type.Optional(OneOf(itemStatuses)),
  starred: Type.Optional(Flag),
  hidden: Type.Optional(Flag),
})

const SearchHit = Named('SearchHit', {
  type: OneOf(['agent', 'group', 'item', 'conversation', 'content']),
  id: Id,
  text: text(exampleStatement.belief),
  about: Nullable(text('Ada')),
  category: Nullable(OneOf(categories)),
  scope: Nullable(OneOf(scopes)),
  agent_id: Nullable(Id),
  group_id: Nullable(Id),
})

/** Finds, judges and decides on items across the layers of an organization. */
export const reviewRoutes: Routes = (deps) => async (app) => {
  app.get(
    '/organizations/:orgId/proposals',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'List pending items',
        description:
          'Of both kinds and every layer, each with its first sources and what contradicts or repeats it. Proposals of discovery come before what people wrote or imported, and those that need wording behind the others; then those of which the reader is surest, and those of the highest n_count.',
        params: Type.Object({ orgId: OrgInPath }),
        querystring: Type.Object({
          agent_id: Type.Optional(AgentId),
          by_statement: Type.Optional(
            Type.Boolean({
              description: 'list a statement that is proposed for several agents once, with the others in alsoFor',
              examples: [true],
            }),
          ),
          q: Type.Optional(
            Text(200, 'deploy', {
              description: 'lists only what has it in the statement, or in the name of an agent or group',
            }),
          ),
          ...pageQuery(proposalsLimit),
        }),
        response: responses(200, ProposalList, [400, 401, 404]),
      },
    },
    async (request) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const { agent_id: agentId, by_statement: isByStatement, q: text } = request.query
      const page = await listProposals(
        ctx,
        orgId,
        { agentId, isByStatement, text },
        pageOf(request.query, proposalsLimit),
      )
      return { ...page, data: await withConflicts(ctx, orgId, page.data) }
    },
  )

  app.post(
    '/organizations/:orgId/preview-changes',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Preview the effect of changes on prompts',
        description:
          'Stores nothing. A change with an id applies to that item, of any layer; one without is a new item of the group, or of the organization. `moves` are agents that join another group. Returns how many agents would get a different prompt, and the prompt of one: agentId, or the first that changes.',
        params: Type.Object({ orgId: OrgInPath }),
        body: Type.Object({
          changes: Type.Array(Change, {
            maxItems: maxChanges,
            examples: [[{ category: 'axiom', statement: exampleStatement.belief }]],
          }),
          moves: Type.Optional(
            Type.Array(Named('AgentMove', { agent_id: AgentId, group_id: Nullable(Id) }), {
              maxItems: maxMoves,
              description: 'agents that would join another group, or none',
            }),
          ),
          agent_id: Type.Optional(AgentId),
        }),
        response: responses(
          200,
          Named('ChangePreview', {
            agents_reached: integer(2),
            agents_changed: integer(1),
            agents: Type.Array(Reference('Ada'), {
              description: 'the first 100 that change',
            }),
            groups: Type.Array(Reference('Platform'), { description: 'their groups' }),
            agent: Nullable(
              Type.Object({ id: Id, name: text('Ada'), before: text('# Ada\n'), after: text('# Ada\n') }),
            ),
          }),
          [400, 401, 404, 413, 429],
        ),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const orgId = await resolveOrganization(ctx, { org_id: request.params.orgId })
      const { changes, moves = [], agent_id } = request.body
      if (changes.length + moves.length === 0) throw badRequest('changes must have 1 to 500 entries, or moves 1 to 500')
      for (const id of new Set(moves.flatMap(({ group_id }) => group_id ?? []))) await groupOwner(ctx, id)
      const agentChanges = moves.map(({ agent_id: moved, group_id }) => ({ agent_id: moved, profile: { group_id } }))
      const input = { orgId, userId: ctx.caller.userId, changes, agentId: agent_id, agentChanges }
      return sendJson(reply, await deps.heavyReads.run('preview', ctx, input))
    },
  )

  app.get(
    '/search',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags,
        summary: 'Search an organization',
        description: `Agents, groups, items of every layer, conversations and content that contain every word; at most \`limit\` of each, ${foundLimit} by default.`,
        querystring: Type.Object({
          ...orgReference,
          q: Text(200, 'green', { minLength: 1 }),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, examples: [foundLimit] })),
        }),
        response: responses(200, Named('SearchResults', { data: Type.Array(SearchHit) }), [400, 401, 404, 413, 429]),
      },
    },
    async (request, reply) => {
      const ctx = contextOf(request, deps)
      const { q, limit = foundLimit, ...reference } = request.query
      const orgId = await resolveOrganization(ctx, reference)
      return sendJson(reply, await deps.heavyReads.run('search', ctx, { orgId, text: q, limit }))
    },
  )
}

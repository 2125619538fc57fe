import { badRequest } from '#core/base/errors.ts'
import { type Category, type Kind, kinds } from '#core/domain/kinds.ts'
import { createAllOnce } from '../../../features/consensus/create-all-once.ts'
import type { ItemChanges } from '../../../features/items/columns.ts'
import { itemFields, updateItems } from '../../../features/items/items.ts'
import { importedRule } from '../../../features/items/rules-import.ts'
import { agentOwner } from '../../../features/layers/owners.ts'
import { contextOf } from '../../access/auth.ts'
import { secretWarnings, withWarnings } from '../../answers/warnings.ts'
import { AgentId, Count, Id, Line, Named, responses } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { Item, withMatch, withSimilar } from '../../resources/items.ts'
import type { Routes } from '../../routes.ts'
import { itemFlags, itemTags, newItem } from './fields.ts'
import { dedupe, onceFields } from './once.ts'

const maxCreated = 100
/** For an item that a person took from a file, perhaps in another category. */
const imported = Type.Optional(
  Named('ImportedFrom', {
    file: Type.Optional(Line(1000, 'AGENTS.md')),
    line: Type.Optional({ ...Count, description: 'from 1' }),
  }),
)
const maxUpdated = 500

/** Changes many items of one kind in one request; registered for both kinds (behavior: Bulk changes). */
export const bulkItemRoutes =
  (kind: Kind): Routes =>
  (deps) =>
  async (app) => {
    const { plural } = kinds[kind]
    const path = `/${plural}/bulk`
    const tags = itemTags[kind]

    app.post(
      path,
      {
        config: { access: 'write', agentKeys: true, changesPrompts: true, tier: 'bulk', turns: 'large' },
        schema: {
          tags,
          summary: `Create up to ${maxCreated} ${plural}`,
          description:
            'Duplicates are skipped, also within the request. agentId is given at the top or in every entry.',
          body: Type.Object({
            agent_id: Type.Optional(AgentId),
            dedupe,
            [plural]: Type.Array(Type.Object({ agent_id: Type.Optional(AgentId), ...newItem(kind), imported }), {
              minItems: 1,
              maxItems: maxCreated,
            }),
          }),
          response: responses(
            201,
            Type.Object({
              created: Type.Integer({ examples: [1] }),
              deduplicated: Type.Integer({ examples: [0] }),
              [plural]: Type.Array(Item(kind, withSimilar(kind))),
              deduplicated_items: Type.Array(Item(kind, withMatch), {
                description: 'what was there before, for each entry that was not created, in their order',
              }),
              ...withWarnings,
            }),
            [400, 401, 404],
          ),
        },
      },
      async (request, reply) => {
        const ctx = contextOf(request, deps)
        const body = request.body as { agent_id?: string; dedupe?: boolean } & Record<string, BulkEntry[]>
        const entries = body[plural]!.map(({ agent_id = body.agent_id, ...input }) => {
          if (!agent_id) throw badRequest(`agentId is required: at the top, or in every entry of ${plural}`)
          return { agent_id, ...input }
        })
        const owners = new Map<string, Awaited<ReturnType<typeof agentOwner>>>()
        for (const id of new Set(entries.map(({ agent_id }) => agent_id))) owners.set(id, await agentOwner(ctx, id))
        const results = await createAllOnce(
          ctx,
          entries.map(({ agent_id, imported: from, ...input }) => ({
            ...input,
            ...(from && { ...importedRule, ...from }),
            kind,
            owner: owners.get(agent_id)!,
          })),
          body.dedupe,
        )
        const created = results.filter((result) => result.created).map(onceFields)
        const deduplicated = results.flatMap(({ item, created, matched = 1 }) =>
          created ? [] : [{ ...itemFields(item), _deduplicated: true, _matched_similarity: matched }],
        )
        reply.status(201)
        const sent = entries.map(({ statement }, index) => [`${plural}[${index}].statement`, statement])
        return {
          created: created.length,
          deduplicated: deduplicated.length,
          [plural]: created,
          deduplicated_items: deduplicated,
          ...secretWarnings(Object.fromEntries(sent)),
        }
      },
    )

    app.patch(
      path,
      {
        config: { access: 'write', agentKeys: true, changesPrompts: true, tier: 'bulk', turns: 'large' },
        schema: {
          tags,
          summary: `Change several ${plural}`,
          description: `Of any scope. Ids that are missing, foreign or of the other kind are skipped. Either \`ids\` with one \`updates\` object for all, or \`updates\` as a list with an id in each entry.`,
          body: Named('BulkItemChanges', {
            ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: maxUpdated })),
            updates: Type.Union([
              Named('ItemFlags', itemFlags),
              Type.Array(Named('ItemFlagsOfOne', { id: Id, ...itemFlags }), { minItems: 1, maxItems: maxUpdated }),
            ]),
          }),
          response: responses(
            200,
            Named('BulkItemUpdate', {
              updated: Type.Integer({ examples: [1] }),
              agents_affected: Type.Integer({ examples: [1] }),
              groups_affected: Type.Integer({ examples: [0] }),
              orgs_affected: Type.Integer({ examples: [0] }),
            }),
            [400, 401],
          ),
        },
      },
      (request) => updateItems(contextOf(request, deps), kind, changesOf(request.body)),
    )
  }

interface BulkEntry {
  agent_id?: string
  category: Category
  statement: string
  status?: 'pending' | 'approved'
  imported?: { file?: string; line?: number }
}

type Flags = Pick<ItemChanges, 'status' | 'starred' | 'hidden'>

/** Returns both forms of a bulk change as one list; if an id occurs twice, its last change wins. */
function changesOf({ ids, updates }: { ids?: string[]; updates: Flags | (Flags & { id: string })[] }) {
  const changes = Array.isArray(updates)
    ? updates.map(({ id, ...set }) => ({ id, set }))
    : (ids ?? []).map((id) => ({ id, set: updates }))
  if (changes.length === 0) throw badRequest('ids is required: 1 to 500 ids')
  if (changes.some(({ set }) => Object.keys(set).length === 0)) {
    throw badRequest('updates must include status, starred or hidden')
  }
  return changes
}

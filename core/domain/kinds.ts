/**
 * The words of the API as data: everything that it enumerates is defined here once (behavior: Categories), and types,
 * schemas, database checks and headings are derived from it.
 */

export const kinds = {
  belief: { plural: 'beliefs', categories: ['axiom', 'principle', 'voice', 'preference', 'boundary'] },
  responsibility: {
    plural: 'responsibilities',
    categories: ['ownership', 'execution', 'collaboration', 'deliverables', 'monitoring'],
  },
} as const

export type Kind = keyof typeof kinds
export type BeliefCategory = (typeof kinds.belief.categories)[number]
export type ResponsibilityCategory = (typeof kinds.responsibility.categories)[number]
export type Category = BeliefCategory | ResponsibilityCategory

export const kindNames = Object.keys(kinds) as Kind[]

/** Every category of both kinds, in the specification's order; the order of lists, prompts and files. */
export const categories: readonly Category[] = kindNames.flatMap((kind) => kinds[kind].categories)

/** The kind that a category belongs to; no category belongs to two. */
export const kindOf = (category: Category): Kind =>
  (kinds.belief.categories as readonly string[]).includes(category) ? 'belief' : 'responsibility'

export const scopes = ['org', 'group', 'agent'] as const
export type Scope = (typeof scopes)[number]

export const itemStatuses = ['pending', 'approved', 'rejected'] as const
export type ItemStatus = (typeof itemStatuses)[number]

export const conversationStatuses = ['active', 'completed', 'archived'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

export const contentStatuses = ['imported', 'hidden'] as const
export type ContentStatus = (typeof contentStatuses)[number]

export const participantTypes = ['agent', 'human'] as const
export type ParticipantType = (typeof participantTypes)[number]

/** The roles of people in an organization, from most to least. */
export const memberRoles = ['owner', 'member', 'viewer'] as const
export type MemberRole = (typeof memberRoles)[number]

/** The items that an override can hide (behavior: Overrides): the scope and the kind of the inherited item. */
export const overrideSources = {
  org_belief: { scope: 'org', kind: 'belief' },
  group_belief: { scope: 'group', kind: 'belief' },
  org_responsibility: { scope: 'org', kind: 'responsibility' },
  group_responsibility: { scope: 'group', kind: 'responsibility' },
} as const satisfies Record<string, { scope: Scope; kind: Kind }>
export type OverrideSource = keyof typeof overrideSources
export const overrideSourceNames = Object.keys(overrideSources) as OverrideSource[]

/** Returns undefined for an agent's own item, which no agent inherits. */
export const overrideSourceOf = ({ scope, kind }: { scope: Scope; kind: Kind }): OverrideSource | undefined =>
  scope === 'agent' ? undefined : `${scope}_${kind}`

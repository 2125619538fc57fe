import type { AgentRun } from '../jobs/agent-run.ts'

/** Runs that ask about an item whose answer cannot be used, before it waits for a change or for `force`. */
const maxTries = 3
/** Maximum number of items that a run lists; items beyond it are tried again by the next one. */
const maxListed = 1000

/** A content item that stays unread, as a run's result lists it. */
interface UnreadableItem {
  content_item_id: string
  tries: number
  reason: string
}

/**
 * The content items whose answers could not be used, by this run and the one before (behavior:
 * Reading with a language model).
 */
export class UnreadableContent {
  readonly #items: Map<string, UnreadableItem>
  /** Ids of this run, which asks about each once. */
  readonly #failed = new Set<string>()

  constructor(items: readonly UnreadableItem[]) {
    this.#items = new Map(items.map((item) => [item.content_item_id, item]))
  }

  /** Counts a failed try. */
  add(contentItemId: string, reason: string): void {
    const tries = (this.#items.get(contentItemId)?.tries ?? 0) + 1
    this.#items.set(contentItemId, { content_item_id: contentItemId, tries, reason })
    this.#failed.add(contentItemId)
  }

  has(contentItemId: string): boolean {
    return this.#items.has(contentItemId)
  }

  delete(contentItemId: string): void {
    this.#items.delete(contentItemId)
  }

  /** The number of items that failed in this run. */
  get failures(): number {
    return this.#failed.size
  }

  /** Ids of the items that this run does not ask about, or not again. */
  get skipped(): string[] {
    return [...this.#items.values()]
      .filter(({ content_item_id, tries }) => tries >= maxTries || this.#failed.has(content_item_id))
      .map(({ content_item_id }) => content_item_id)
  }

  get list(): UnreadableItem[] {
    return [...this.#items.values()].slice(0, maxListed)
  }
}

/**
 * Loads the list of the agent's last completed run with the same engine, without items that are gone or were changed
 * since. Empty for `force`, which tries all of them again.
 */
export async function loadUnreadable({ ctx, run, agent }: AgentRun): Promise<UnreadableContent> {
  if (typeof run.job.input.read_before === 'string') return new UnreadableContent([])
  const last = await ctx.db
    .selectFrom('jobs')
    .select(['result', 'started_at'])
    .where('org_id', '=', agent.org_id)
    .where('agent_id', '=', agent.id)
    .where('type', '=', 'pbd')
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { unreadable = [], engine } = (last?.result ?? {}) as { unreadable?: UnreadableItem[]; engine?: string }
  if (unreadable.length === 0 || engine !== ctx.language.engine) return new UnreadableContent([])
  const unchanged = await ctx.db
    .selectFrom('content_items')
    .select('id')
    .where('org_id', '=', agent.org_id)
    .where(
      'id',
      'in',
      unreadable.map(({ content_item_id }) => content_item_id),
    )
    .where('processed_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('updated_at', '<=', last!.started_at!)
    .execute()
  const ids = new Set(unchanged.map(({ id }) => id))
  return new UnreadableContent(unreadable.filter(({ content_item_id }) => ids.has(content_item_id)))
}

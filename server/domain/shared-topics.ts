import { mayBeSame, topicsIn } from './opposites.ts'

/** What so many statements name tells nothing of any one of them, and would have to be looked through each time. */
const commonFrom = 100
/** What has more says several things. */
const maxTopics = 30
const minShared = 2
/** Of the topics of the shorter statement. Chosen, as the number, on the tuning halves of the evaluation. */
const minShare = 0.4

/**
 * Statements by what they are about, for an embedding that knows words alone: people who say a thing anew keep its topics
 * and change everything around them, as in "Document each decision briefly in the wiki" and "What we decide goes into the
 * wiki the same day, every decision".
 */
export class SharedTopics {
  readonly #statements = new Map<string, string>()
  /** Whose topics are read when they are first looked through, which under a model that knows meaning is never. */
  readonly #unread = new Set<string>()
  readonly #topics = new Map<string, readonly string[]>()
  readonly #idsBy = new Map<string, Set<string>>()

  /** Adds a statement, or puts it in the place of the one that was there. */
  set(id: string, statement: string): void {
    if (this.#statements.get(id) === statement) return
    this.#statements.set(id, statement)
    this.#unread.add(id)
  }

  /** Which of those that `admits` takes shares most topics with a statement and may say the same; undefined when none shares enough. */
  nearest(statement: string, admits: (id: string) => boolean): string | undefined {
    this.#readAll()
    const topics = [...topicsIn(statement)]
    if (topics.length > maxTopics) return undefined
    const shares = new Map<string, number>()
    for (const topic of topics) {
      const ids = this.#idsBy.get(topic)
      if (ids && ids.size < commonFrom) for (const id of ids) shares.set(id, (shares.get(id) ?? 0) + 1)
    }
    let best: { id: string; shared: number } | undefined
    for (const [id, atMost] of shares) {
      if (atMost < minShared || atMost <= (best?.shared ?? 0)) continue
      const theirs = this.#topics.get(id)!
      const shared = sharedBy(topics, theirs)
      if (shared < minShared || shared <= (best?.shared ?? 0)) continue
      if (shared < minShare * Math.min(topics.length, theirs.length) || !admits(id)) continue
      if (mayBeSame(this.#statements.get(id)!, statement)) best = { id, shared }
    }
    return best?.id
  }

  #readAll(): void {
    for (const id of this.#unread) {
      for (const topic of this.#topics.get(id) ?? []) this.#idsBy.get(topic)!.delete(id)
      const topics = [...topicsIn(this.#statements.get(id)!)]
      this.#topics.set(id, topics)
      for (const topic of topics) {
        const ids = this.#idsBy.get(topic)
        if (ids) ids.add(id)
        else this.#idsBy.set(topic, new Set([id]))
      }
    }
    this.#unread.clear()
  }
}

/** How many topics two statements share; those that follow each other in both, such as "pull request", are one. */
function sharedBy(topics: readonly string[], others: readonly string[]): number {
  let shared = 0
  let before = Number.NaN
  for (const topic of topics) {
    const at = others.indexOf(topic)
    if (at >= 0 && at !== before + 1) shared++
    before = at >= 0 ? at : Number.NaN
  }
  return shared
}

/**
 * Whether two statements are about one thing, as far as words tell: they share two topics, or all of the shorter, or one that
 * is more than what is done in one of them. "Write tests" and "write things down by hand" are not.
 */
export function haveOneSubject(a: string, b: string): boolean {
  const [topics, others] = [topicsIn(a), topicsIn(b)]
  const shared = topics.intersection(others)
  if (shared.size === 0) return false
  if (shared.size >= minShared || shared.size === Math.min(topics.size, others.size)) return true
  const [deed] = topics
  const [otherDeed] = others
  return !shared.has(deed!) && !shared.has(otherDeed!)
}

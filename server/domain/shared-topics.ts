import { weightedTopics } from './families.ts'
import { mayBeSame, topicsIn } from './opposites.ts'

/** What so many statements name tells nothing of any one of them, and would have to be looked through each time. */
const commonFrom = 100
/** What has more says several things. */
const maxTopics = 30
/** What more statements name counts for less. */
const rare = 3
/** Statements up to which one particular topic of a short message tells; of twice as many it takes two, since more of them meet by chance. */
const few = 14
/** What topics have to weigh in longer talk, where people keep to a few subjects. */
const neededInTalk = 1.5
/** Of the topics of the shorter statement. Chosen on the tuning halves of the evaluation, as are the numbers above. */
const minShare = { brief: 0.15, talk: 0.4 }

/**
 * Statements by what they are about, for an embedding that knows words alone: people who say a thing anew keep its topics
 * and change everything around them, as in "Document each decision briefly in the wiki" and "What we decide goes into the
 * wiki the same day, every decision".
 */
export class SharedTopics {
  readonly #statements = new Map<string, string>()
  /** Whose topics are read when they are first looked through, which under a model that knows meaning is never. */
  readonly #unread = new Set<string>()
  readonly #topics = new Map<string, ReadonlyMap<string, number>>()
  readonly #idsBy = new Map<string, Set<string>>()

  /** Adds a statement, or puts it in the place of the one that was there. */
  set(id: string, statement: string): void {
    if (this.#statements.get(id) === statement) return
    this.#statements.set(id, statement)
    this.#unread.add(id)
  }

  /**
   * Which of those that `admits` takes shares most topics with a statement and may say the same, `opposed` or not; undefined when none
   * shares enough. `brief`: the statement was said in a short message; `said`: the whole sentence, which names what the statement leaves out.
   */
  nearest(
    statement: string,
    admits: (id: string) => boolean,
    { brief = false, opposed = false, said = statement }: { brief?: boolean; opposed?: boolean; said?: string } = {},
  ): string | undefined {
    this.#readAll()
    const topics = weightedTopics(said)
    if (topics.size > maxTopics) return undefined
    const needed = brief ? 1 + Math.min(1, Math.max(0, Math.log2(this.#statements.size / few))) : neededInTalk
    const shares = new Map<string, number>()
    for (const [topic, weight] of topics) {
      const ids = this.#idsBy.get(topic)
      if (!ids || ids.size >= commonFrom) continue
      const told = weight * Math.min(1, rare / ids.size)
      for (const id of ids) shares.set(id, (shares.get(id) ?? 0) + told)
    }
    let best: { id: string; shared: number } | undefined
    for (const [id, shared] of shares) {
      if (shared < needed || shared <= (best?.shared ?? 0)) continue
      const least = Math.min(sumOf(topics), sumOf(this.#topics.get(id)!))
      if (shared < (brief ? minShare.brief : minShare.talk) * least || !admits(id)) continue
      if (opposed || mayBeSame(this.#statements.get(id)!, statement)) best = { id, shared }
    }
    return best?.id
  }

  #readAll(): void {
    for (const id of this.#unread) {
      for (const topic of this.#topics.get(id)?.keys() ?? []) this.#idsBy.get(topic)!.delete(id)
      const topics = weightedTopics(this.#statements.get(id)!)
      this.#topics.set(id, topics)
      for (const topic of topics.keys()) {
        const ids = this.#idsBy.get(topic)
        if (ids) ids.add(id)
        else this.#idsBy.set(topic, new Set([id]))
      }
    }
    this.#unread.clear()
  }
}

const sumOf = (topics: ReadonlyMap<string, number>) => [...topics.values()].reduce((sum, weight) => sum + weight, 0)

/**
 * Whether two statements are about one thing, as far as words tell: they share two topics, or all of the shorter, or one that
 * is more than what is done in one of them. "Write tests" and "write things down by hand" are not.
 */
export function haveOneSubject(a: string, b: string): boolean {
  const [topics, others] = [topicsIn(a), topicsIn(b)]
  const shared = topics.intersection(others)
  if (shared.size === 0) return false
  if (shared.size >= 2 || shared.size === Math.min(topics.size, others.size)) return true
  const [deed] = topics
  const [otherDeed] = others
  return !shared.has(deed!) && !shared.has(otherDeed!)
}

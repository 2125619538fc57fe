import { type Entry, isItem } from './history-words.ts'

/** Which entries of the history undo which earlier ones, seen from their values. */
export interface Undoings {
  /** The entry that undid another, by the number of the other. */
  undoing: ReadonlyMap<number, Entry>
  /** The entry that was undone, by the number of the one that undid it. */
  undoneBy: ReadonlyMap<number, Entry>
}

/**
 * Pairs each entry with the first later one that takes its values back. Each undoes one at most, so that a change that was
 * undone and made again is undone by the next one.
 *
 * @param entries the newest first.
 */
export function undoingsOf(entries: readonly Entry[]): Undoings {
  const undoing = new Map<number, Entry>()
  const undoneBy = new Map<number, Entry>()
  // The newest first, too.
  const later = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (entry.erased || !entry.target) continue
    const inverse = later
      .get(undoneSubject(entry))
      ?.findLast((other) => !undoneBy.has(other.seq) && isInverse(entry, other))
    if (inverse) {
      undoing.set(entry.seq, inverse)
      undoneBy.set(inverse.seq, entry)
    }
    const subject = subjectOf(entry)
    later.set(subject, [...(later.get(subject) ?? []), entry])
  }
  return { undoing, undoneBy }
}

const verbOf = ({ action }: Entry) => action.split('.')[1]

/** The record of an entry. A label and an override are known by what they concern, since each change makes a new row. */
function subjectOf(entry: Entry): string {
  const { target, agent_id, before, after } = entry
  if (target!.type === 'label') return `label ${agent_id} ${target!.name}`
  if (target!.type === 'override') return `override ${agent_id} ${(after ?? before)?.source_id}`
  return verbOf(entry) === 'create' && isItem(entry) ? wordsOf(entry, after) : target!.id!
}

/** Where the inverse of an entry is found: a deleted item comes back as another one with the same words. */
function undoneSubject(entry: Entry): string {
  if (!isItem(entry)) return subjectOf(entry)
  return verbOf(entry) === 'delete' ? wordsOf(entry, entry.before) : entry.target!.id!
}

const wordsOf = ({ agent_id, group_id }: Entry, values: Entry['after']) =>
  JSON.stringify([agent_id, group_id, values?.category, values?.statement])

function isInverse(entry: Entry, other: Entry): boolean {
  if (entry.target!.type === 'label') return isMovedBack(entry, other)
  const [verb, otherVerb] = [verbOf(entry), verbOf(other)]
  if (verb === 'create') return otherVerb === 'delete'
  if (verb === 'delete') return otherVerb === 'create' || otherVerb === 'restore'
  if (!entry.before || !entry.after || !other.before || !other.after) return false
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
  return Object.keys(entry.after).every(
    (column) =>
      column in other.after! &&
      isSame(other.before![column], entry.after![column]) &&
      isSame(other.after![column], entry.before![column]),
  )
}

const isMovedBack = ({ after }: Entry, { after: other }: Entry) =>
  (other?.to_version ?? null) === (after?.from_version ?? null) &&
  (other?.from_version ?? null) === (after?.to_version ?? null)

/**
 * Returns the last entry that undid an act; undefined while a part of it holds. A merged change request is undone with the
 * changes that it made.
 */
export function undoingOf(entries: readonly Entry[], { undoing }: Undoings): Entry | undefined {
  const changes = entries.length > 1 ? entries.filter(({ action }) => !action.startsWith('change_request.')) : entries
  const found = changes.map(({ seq }) => undoing.get(seq))
  return found.every((entry) => entry !== undefined) ? found.toSorted((a, b) => b.seq - a.seq)[0] : undefined
}

import { ApiError } from './client.ts'

/** Somebody else changed what a person is about to write over. `theirs` is how it is now. */
export class ChangedMeanwhile<Record> extends Error {
  override message = 'Somebody else changed this meanwhile. Nothing is saved yet.'
  readonly theirs: Record
  readonly fields: (keyof Record)[]

  constructor(theirs: Record, fields: (keyof Record)[]) {
    super()
    this.theirs = theirs
    this.fields = fields
  }
}

/** Names the only state in which a record may be changed; any state when empty. */
export interface StateHeader {
  'If-Match'?: string
}

/** The state that a record was seen in; what has no `updated_at` is written as it comes. */
const stateOf = (record: object): StateHeader =>
  'updated_at' in record ? { 'If-Match': `"${record.updated_at}"` } : {}

interface SeenWrite<Record, Saved> {
  /** Fails with 412 where the record is not in the state of this tag any more. */
  write: (header: StateHeader) => Promise<Saved>
  /** How the record is now. */
  read: () => Promise<Record>
  /** Which fields were changed since, and must not be without asking. */
  lost: (theirs: Record) => (keyof Record)[]
}

/**
 * Writes to a record as somebody saw it; what was changed meanwhile and is not lost by it is no matter.
 *
 * @throws ChangedMeanwhile
 */
export async function writeSeen<Record extends object, Saved>(
  seen: Record,
  storage: SeenWrite<Record, Saved>,
): Promise<Saved> {
  try {
    return await storage.write(stateOf(seen))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error
    const theirs = await storage.read()
    const lost = storage.lost(theirs)
    if (lost.length > 0) throw new ChangedMeanwhile(theirs, lost)
    return writeSeen(theirs, storage)
  }
}

/**
 * Saves what somebody changed in a record as they saw it. What others changed elsewhere in it meanwhile stays.
 *
 * @throws ChangedMeanwhile when others changed the same fields, to something else.
 */
export function saveEdit<Record extends object, Saved>(
  seen: Record,
  edited: Partial<Record>,
  write: (changes: Partial<Record>, header: StateHeader) => Promise<Saved>,
  read: () => Promise<Record>,
): Promise<Saved> {
  const fields = changedFields(seen, edited)
  const changes = Object.fromEntries(fields.map((field) => [field, edited[field]])) as Partial<Record>
  return writeSeen(seen, {
    write: (header) => write(changes, header),
    read,
    lost: (theirs) =>
      fields.filter((field) => differ(theirs[field], seen[field]) && differ(theirs[field], edited[field])),
  })
}

/** Which fields have another value in `edited`. */
export const changedFields = <Record extends object>(before: Partial<Record>, edited: Partial<Record>) =>
  (Object.keys(edited) as (keyof Record)[]).filter((field) => differ(edited[field], before[field]))

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

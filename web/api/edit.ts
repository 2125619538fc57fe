import { ApiError } from './client.ts'

/** Someone else changed the fields that are about to be overwritten. `theirs` is the current record. */
export class ChangedMeanwhile<Record> extends Error {
  override message = 'Someone else changed this while you were editing. Your changes are not saved yet.'
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

/** The version of a record that was shown; a record without `updated_at` is written unconditionally. */
const stateOf = (record: object): StateHeader =>
  'updated_at' in record ? { 'If-Match': `"${record.updated_at}"` } : {}

interface SeenWrite<Record, Saved> {
  /** Fails with 412 when the record no longer has this ETag. */
  write: (header: StateHeader) => Promise<Saved>
  /** The current record. */
  read: () => Promise<Record>
  /** The fields that changed since and must not be overwritten without asking. */
  lost: (theirs: Record) => (keyof Record)[]
}

/**
 * Writes to a record as it was shown. Changes made elsewhere in the meantime do not matter unless the write loses them.
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
 * Saves only the fields that were edited. Changes that others made to other fields stay.
 *
 * @throws ChangedMeanwhile when someone else changed the same fields to different values.
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

/** The fields whose value differs in `edited`. */
export const changedFields = <Record extends object>(before: Partial<Record>, edited: Partial<Record>) =>
  (Object.keys(edited) as (keyof Record)[]).filter((field) => differ(edited[field], before[field]))

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

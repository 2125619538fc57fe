import { ApiError } from './client.ts'

/** Somebody else changed what a person has just changed as well. `theirs` is how it is now. */
export class ChangedMeanwhile<Record> extends Error {
  override message = 'Somebody else changed this while you were writing. Nothing is saved yet.'
  readonly theirs: Record
  readonly fields: (keyof Record)[]

  constructor(theirs: Record, fields: (keyof Record)[]) {
    super()
    this.theirs = theirs
    this.fields = fields
  }
}

interface Storage<Record, Saved> {
  /** Fails with 412 where the record is not in the state of this tag any more. */
  write: (changes: Partial<Record>, ifMatch: string) => Promise<Saved>
  /** How the record is now. */
  read: () => Promise<Record>
}

/**
 * Saves what somebody changed in a record as they saw it. What others changed elsewhere in it meanwhile stays.
 *
 * @throws ChangedMeanwhile when others changed the same fields, to something else.
 */
export async function saveEdit<Record extends { updated_at: string }, Saved>(
  seen: Record,
  edited: Partial<Record>,
  storage: Storage<Record, Saved>,
): Promise<Saved> {
  const fields = fieldsOf(edited).filter((field) => differ(edited[field], seen[field]))
  const changes = Object.fromEntries(fields.map((field) => [field, edited[field]])) as Partial<Record>
  try {
    return await storage.write(changes, `"${seen.updated_at}"`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error
    const theirs = await storage.read()
    const both = fields.filter((field) => differ(theirs[field], seen[field]) && differ(theirs[field], edited[field]))
    if (both.length > 0) throw new ChangedMeanwhile(theirs, both)
    return saveEdit(theirs, changes, storage)
  }
}

const fieldsOf = <Record extends object>(edited: Partial<Record>) => Object.keys(edited) as (keyof Record)[]
const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

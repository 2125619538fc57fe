import { type Kysely, sql } from 'kysely'
import type { Engine } from '../values.ts'

/** Parts of the index of searches are merged beside the writes that add them (`upkeep.ts`), no more by them. */
export const searchMerges = (engine: Engine) => ({
  async up(db: Kysely<unknown>) {
    if (engine === 'postgres') return
    await sql`insert into search_words (search_words, rank)
      values ('automerge', 0), ('usermerge', 8), ('crisismerge', 512)`.execute(db)
  },
})

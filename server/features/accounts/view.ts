/** What a caller sees of the database, for those who make contexts. */
export { viewFor } from '../../db/caller-view.ts'

import { Type } from '../requests/type.ts'

const count = Type.Integer({ examples: [1] })

/** The result of consensus for each shared statement. */
export const consensusCounts = {
  beliefs_created: count,
  beliefs_skipped: count,
  responsibilities_created: count,
  responsibilities_skipped: count,
}

import { Type } from '../requests/type.ts'

const count = Type.Integer({ examples: [1] })

/** What consensus made of the statements that it found shared. */
export const consensusCounts = {
  beliefs_created: count,
  beliefs_skipped: count,
  responsibilities_created: count,
  responsibilities_skipped: count,
}

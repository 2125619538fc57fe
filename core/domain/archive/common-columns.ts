import { categories, kindNames } from '../kinds.ts'
import { id, integer, matching, moment, nullable, number, oneOf, text } from './columns.ts'

/** Columns that several tables of an archive have. */

export const line = text(2000)
export const words = text(100_000)
export const optionalId = nullable(id)
export const optionalLine = nullable(line)
export const optionalMoment = nullable(moment)
export const share = number(0, 1)
export const order = number(-1e15, 1e15)
export const count = integer(0)
export const lineNumber = nullable(integer(1))
export const category = oneOf(categories)
export const kind = oneOf(kindNames)
export const slug = matching(/^[a-z0-9]+(-[a-z0-9]+)*$/)
export const label = matching(/^[a-z0-9-]{1,64}$/)
export const own = { id, created_at: moment }

import type { TSchema } from 'typebox'
import { Nullable } from './schemas.ts'
import { Type } from './type.ts'

/**
 * A field that a body may omit or set to null: a PATCH keeps omitted fields and clears null ones (behavior: Keys and
 * bodies). Null in any other field is refused.
 */
export const Clearable = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

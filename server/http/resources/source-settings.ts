import type { TSchema } from 'typebox'
import { type SourceConfigs, type SourceSettings, settingFields } from '#core/domain/sources/content-platforms.ts'
import type { SettingField } from '#core/domain/sources/source-definition.ts'
import { Clearable } from '../requests/patch-null.ts'
import { AnyText, Flag, Id, Integer, Named, Nullable, OneOf, Text } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'

/** The schemas of content sources' settings, derived from the definitions of the platforms. */

function requested(field: SettingField, description: string): TSchema {
  const options = description === '' ? {} : { description }
  switch (field.type) {
    case 'text': {
      const text = Text(field.maxLength, field.example, options)
      return field.canBeNull || field.canBeCleared ? Nullable(text) : text
    }
    case 'choice':
      return OneOf(field.accepted ?? field.values, options)
    case 'list':
      return Type.Array(Text(field.maxLength, field.example), { maxItems: field.maxItems, ...options })
    case 'flag':
      // In words, because generators require a field of an object that has a default.
      return Type.Boolean({
        examples: [field.example ?? field.default],
        description: [`${field.default} by default`, description].filter(Boolean).join('; '),
      })
    case 'number':
      return Type.Integer({ examples: [field.default], ...options })
  }
}

function answered(field: SettingField): TSchema {
  switch (field.type) {
    case 'text':
      return field.canBeNull ? Nullable(AnyText(field.example)) : AnyText(field.example)
    case 'choice':
      return OneOf(field.values)
    case 'list':
      return Type.Array(AnyText(field.example))
    case 'flag':
      return Flag
    case 'number':
      return Integer(field.default)
  }
}

const fields = [...settingFields()]
const optional = (schemas: [string, TSchema][]) =>
  Object.fromEntries(schemas.map(([name, schema]) => [name, Type.Optional(schema)]))

/** Settings in requests: those of every platform, each of which reads the ones that it knows, and the connections. */
export const RequestedSettings = Type.Unsafe<
  SourceSettings & { connection_id?: string | null; x_connection_id?: string | null }
>(
  Named('NewContentSourceSettings', {
    ...optional(fields.map(([name, { field, notes }]) => [name, requested(field, notes)])),
    connection_id: Clearable(Id),
    x_connection_id: Clearable(Id),
  }),
)

/** Settings in answers: those of the source's platform. */
export const AnsweredSettings = Type.Unsafe<SourceConfigs[keyof SourceConfigs]>(
  Named(
    'ContentSourceSettings',
    optional(fields.flatMap(([name, { field }]) => (field.isAlias ? [] : [[name, answered(field)]]))),
  ),
)

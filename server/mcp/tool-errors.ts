import { AppError } from '#core/base/errors.ts'

/** An argument: `name` is the tool's name for it, `key` the operation's. */
export interface NamedArgument {
  name: string
  key: string
  description: string | undefined
}

const wrongType = / must be (a string|a number|a whole number|true or false|an array|an object)$/

/** Null is the same as no argument at all, so that tools list no such type. */
const orNull = /^(\w+ must be .*) or null$/

/**
 * Translates an error of an operation for its tool: arguments get the tool's names, and an argument of the wrong type
 * is followed by its description.
 */
export function inToolWords(error: unknown, args: readonly NamedArgument[]): unknown {
  if (!(error instanceof AppError)) return error
  const argument = args.find(({ key }) => new RegExp(`^${key}\\b`).test(error.message))
  if (!argument) return error
  const { name, key, description } = argument
  const message = (name + error.message.slice(key.length)).replace(orNull, '$1')
  const explained = description && wrongType.test(message) ? `${message}: ${description}` : message
  return new AppError(error.code, explained, error.retryAfterSeconds)
}

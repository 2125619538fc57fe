import { AppError } from '../base/errors.ts'

/** An argument as its tool and its operation name it. */
export interface NamedArgument {
  name: string
  key: string
  description: string | undefined
}

const wrongType = / must be (a string|a number|a whole number|true or false|an array|an object)$/

/**
 * An error of an operation in the words of its tool: arguments have the names that the tool gives them, and one of the wrong
 * type comes with its description.
 */
export function inToolWords(error: unknown, args: readonly NamedArgument[]): unknown {
  if (!(error instanceof AppError)) return error
  const argument = args.find(({ key }) => new RegExp(`^${key}\\b`).test(error.message))
  if (!argument) return error
  const { name, key, description } = argument
  const message = name + error.message.slice(key.length)
  const explained = description && wrongType.test(message) ? `${message}: ${description}` : message
  return new AppError(error.status, explained, error.retryAfterSeconds)
}

import { visible } from '../output.ts'

/** The library that asks on a terminal; loaded by commands that ask alone. */
export type Prompts = typeof import('@clack/prompts')

/**
 * Asks what to do about one thing; to skip it is the last choice, and the first one under the
 * cursor if nothing is sure.
 */
export const choose = (
  { select }: Prompts,
  message: string,
  options: { value: string; label: string; hint?: string }[],
  { isSure = true } = {},
) =>
  select({
    message: visible(message),
    options: [...options, { value: 'skip', label: 'Skip' }].map((option) => ({
      ...option,
      ...('hint' in option && option.hint && { hint: visible(option.hint) }),
    })),
    ...(!isSure && { initialValue: 'skip' }),
  })

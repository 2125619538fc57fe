import type { Engine } from './engine.ts'

/** Announces the cost of a paid model before it begins. */
export function printCost({ language }: Engine, what: string, contents: readonly string[]): void {
  if (!language.reading) return
  const characters = contents.reduce((sum, content) => sum + content.length, 0)
  const { requests, input_tokens, output_tokens } = language.reading.estimate(contents.length, characters)
  console.log(
    `About ${requests} requests, ${input_tokens} tokens in and ${output_tokens} out for ${contents.length} ${what}`,
  )
}

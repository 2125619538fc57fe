import type { ExtractedObservation, ReadableContent } from '../server/domain/language.ts'
import type { Judge } from '../server/domain/signals.ts'
import type { Rescale } from '../server/domain/similarity.ts'
import { embed, rescale } from '../server/outside/builtin-embedding.ts'
import { observe } from '../server/outside/builtin-language/observe.ts'

/** What the evaluation asks of whoever reads content and compares statements. */
export type Engine = {
  observe: (content: ReadableContent) => Promise<ExtractedObservation[]>
  embed: (texts: string[]) => Promise<Float32Array[]>
  rescale: Rescale
  judge?: Judge
}

/** Engines by the name given on the command line. */
export const engines: Record<string, Engine> = {
  'built-in': {
    observe: async (content) => observe(content),
    embed: async (texts) => embed(texts),
    rescale,
  },
}

import { normalized } from '#core/domain/vectors/similarity.ts'
import type { Ctx } from '../../deps.ts'

/** Returns one unit vector per text, in order. */
export async function embedTexts({ embedder }: Ctx, texts: string[]): Promise<Float32Array[]> {
  if (texts.length === 0) return []
  return (await embedder.embed(texts)).map(normalized)
}

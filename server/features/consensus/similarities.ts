import type { CompareContext } from '../vectors/statement-rows.ts'

/** Returns the similarity of each statement to a text, from 0 to 1, by the built-in embedding. */
export async function findSimilarities(
  { local }: CompareContext,
  { text, statements }: { text: string; statements: string[] },
): Promise<number[]> {
  const vector = new Float32Array(local.dimensions)
  const { places, values } = local.embed(text)
  for (const [n, place] of places.entries()) vector[place] = values[n]!
  return statements.map((statement) => {
    const own = local.embed(statement)
    let cosine = 0
    for (const [n, place] of own.places.entries()) cosine += own.values[n]! * vector[place]!
    return local.rescale(cosine)
  })
}

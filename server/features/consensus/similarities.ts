import type { CompareContext } from '../vectors/statement-rows.ts'

/** Returns the similarity of each statement to a text, from 0 to 1, by the built-in embedding. */
export async function findSimilarities(
  { local }: CompareContext,
  { text, statements }: { text: string; statements: string[] },
): Promise<number[]> {
  const vector = new Float32Array(local.dimensions)
  const { places, values } = local.embed(text)
  for (const [n, dimension] of places.entries()) vector[dimension] = values[n]!
  return statements.map((statement) => {
    const own = local.embed(statement)
    let cosine = 0
    for (const [n, dimension] of own.places.entries()) cosine += own.values[n]! * vector[dimension]!
    return local.rescale(cosine)
  })
}

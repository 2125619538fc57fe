import { embed, rescale } from '../server/builtin/embedding.ts'
import { cosine } from '../server/domain/similarity.ts'
import { maybeSimilarity, sameSimilarity } from '../server/domain/similarity-thresholds.ts'
import { pairs, type Relation } from './pairs.ts'

/** Prints how the built-in similarity sorts the labeled pairs, and every pair on the wrong side. */
const relationOf = (similarity: number): Relation =>
  similarity >= sameSimilarity ? 'same' : similarity >= maybeSimilarity ? 'idea' : 'different'

const judged = pairs.map(([relation, a, b]) => {
  const [left, right] = embed([a, b])
  const raw = cosine(left!, right!)
  return { relation, raw, found: relationOf(rescale(raw)), text: `${a} | ${b}` }
})
for (const { relation, raw, found, text } of judged.toSorted((a, b) => b.raw - a.raw)) {
  if (found !== relation || process.argv.includes('--all'))
    console.log(`${raw.toFixed(2)} ${relation} taken as ${found}: ${text}`)
}
const relations = ['same', 'idea', 'different'] as const
console.table(
  Object.fromEntries(
    relations.map((relation) => {
      const mine = judged.filter((pair) => pair.relation === relation)
      const share = (found: Relation) => mine.filter((pair) => pair.found === found).length
      return [relation, { pairs: mine.length, same: share('same'), idea: share('idea'), different: share('different') }]
    }),
  ),
)

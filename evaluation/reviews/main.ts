import { type Engine, engines } from '../engine.ts'
import { fingerprint, openMirrors } from '../mirrors.ts'
import { discover } from '../pipeline.ts'
import { sets } from './labels.ts'
import { readRemarks, tellingSentences } from './remarks.ts'

/**
 * Evaluates what discovery reads in real reviews and comments: `npm run eval -- reviews --mirrors DIR`. `--errors`
 * prints the observations of the tuning half with our judgments.
 */
export async function evaluateReviews(args: readonly string[], engine: Engine = engines['built-in']!): Promise<void> {
  const mirrors = openMirrors(args)
  const table: Record<string, Record<string, string>> = {}
  for (const [half, { labeled, standing, right, wrong, ...set }] of Object.entries(sets)) {
    const remarks = await readRemarks(mirrors, set)
    const signals = []
    for (const [name, items] of remarks)
      signals.push(...(await discover(engine, { name, trade: 'reviewer', patterns: [], items: [...items] })))
    const observations = signals.flatMap((signal) => signal.observations)
    const judge = (quote: string) => {
      const key = fingerprint(quote)
      return right.includes(key) ? 'right' : wrong.includes(key) ? 'wrong' : 'unjudged'
    }
    const judgments = observations.map(({ quote }) => judge(quote))
    const count = (judgment: string) => judgments.filter((one) => one === judgment).length
    const sentences = tellingSentences([...remarks.values()].flat()).slice(0, labeled)
    const held = sentences.filter(({ key }) => standing.includes(key))
    const seen = held.filter(({ item, sentence }) =>
      observations.some(
        (one) => one.item.id === item.id && (sentence.includes(one.quote) || one.quote.includes(sentence)),
      ),
    )
    table[half] = {
      'people, remarks': `${remarks.size}, ${[...remarks.values()].flat().length}`,
      'sentences labeled, of them held': `${sentences.length}, ${held.length}`,
      'of these observed': String(seen.length),
      'observations, unjudged': `${observations.length}, ${count('unjudged')}`,
      'of these right': String(count('right')),
      proposals: String(signals.filter(({ promoted }) => promoted).length),
    }
    if (half === 'tuning' && args.includes('--errors'))
      for (const { quote, statement } of observations)
        console.log(judge(quote).padEnd(8), fingerprint(quote), statement, '<=', quote)
  }
  console.table(table)
}

import { overlap, patternOf, patternOfSignal, type Result, recurring } from './metrics.ts'

/**
 * Lists the wrong and missing observations and proposals of an agent.
 *
 * @param traps sentences that look like a statement of the agent but are not
 */
export function printErrors({ agent, signals }: Result, traps: readonly string[] = []): void {
  console.log(`--- ${agent.name} (${agent.trade})`)
  const seen = signals.flatMap(({ observations }) => observations)
  for (const one of seen) {
    const isTrap = traps.some((trap) => overlap(trap, one.quote))
    if (!isTrap && patternOf(agent, one)) continue
    console.log(`${isTrap ? 'trap ' : 'wrong'}   ${one.item.id} [${one.category}] ${one.statement} <- ${one.quote}`)
  }
  for (const item of agent.items)
    for (const { pattern, quote } of new Map(item.labels.map((label) => [label.pattern, label])).values()) {
      const isSeen = seen.some((one) => one.item === item && patternOf(agent, one)?.id === pattern)
      if (!isSeen) console.log(`missed  ${item.id} ${pattern}: ${quote}`)
    }
  const promoted = signals.filter((signal) => signal.promoted)
  for (const signal of promoted) {
    const pattern = patternOfSignal(agent, signal)
    console.log(
      `promoted ${signal.n_count} ${signal.stability.toFixed(2)} ${signal.statement} (${pattern?.id ?? 'none'})`,
    )
    if (!pattern) for (const one of signal.observations) console.log(`    ${one.statement} <- ${one.quote}`)
  }
  for (const pattern of recurring(agent)) {
    if (promoted.some((signal) => patternOfSignal(agent, signal) === pattern)) continue
    console.log(`not promoted: ${pattern.id}`)
    for (const one of seen)
      if (patternOf(agent, one) === pattern) console.log(`    ${one.signal_id} [${one.category}] ${one.statement}`)
  }
}

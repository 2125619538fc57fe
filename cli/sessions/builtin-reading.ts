import { learnFrom } from '#reader/turns/learning.ts'
import { isRule, readTurn } from '#reader/turns/turn-rules.ts'
import type { Finding, RedactedTurn } from './finding.ts'
import type { AgentKnowledge } from './known-statements.ts'

/**
 * Sentences that are no rules by their score are evidence: in labeled sessions one of seven states a rule from this
 * score on, below it one of fifteen. With this many of a session they are about as many as the rules.
 */
const evidence = { minScore: 0.1, perSession: 3 }

/**
 * Reads turns with the built-in reader, which learns from the decisions of the organization: the rules, and of each
 * session the likeliest other sentences. No word leaves the machine.
 */
export function readBuiltin(turns: readonly RedactedTurn[], { decisions }: AgentKnowledge): Finding[] {
  const learned = decisions.length > 0 ? learnFrom(decisions) : undefined
  const findings = turns.flatMap(({ tool, session, id: turn, project, at, text }) =>
    readTurn(text, learned).map(
      (finding): Finding => ({ ...finding, is_sure: isRule(finding.score), tool, session, turn, project, at }),
    ),
  )
  const bySession = Map.groupBy(findings, ({ tool, session }) => `${tool} ${session}`).values()
  return [...bySession].flatMap((ofSession) => [
    ...ofSession.filter(({ is_sure }) => is_sure),
    ...evidenceIn(ofSession),
  ])
}

/** The likeliest findings that are no rules. Said explicitly, they would be proposed from a single session. */
const evidenceIn = (findings: readonly Finding[]): Finding[] =>
  findings
    .filter(({ is_sure, score }) => !is_sure && score >= evidence.minScore)
    .sort((a, b) => b.score - a.score)
    .slice(0, evidence.perSession)
    .map((finding) => ({ ...finding, how: 'implied' }))

import { learnFrom } from '../../server/builtin/reader/learning.ts'
import { isRule, readTurn } from '../../server/builtin/reader/reader.ts'
import type { Finding, RedactedTurn } from './finding.ts'
import type { AgentKnowledge } from './known-statements.ts'

/** Reads turns with the built-in reader, which learns from the decisions of the organization. No word leaves the machine. */
export function readBuiltin(turns: readonly RedactedTurn[], { decisions }: AgentKnowledge): Finding[] {
  const options = decisions.length > 0 ? { learned: learnFrom(decisions) } : {}
  return turns.flatMap(({ tool, session, id: turn, project, at, text }) =>
    readTurn(text, options)
      .filter(({ score }) => isRule(score))
      .map((finding) => ({ ...finding, tool, session, turn, project, at })),
  )
}

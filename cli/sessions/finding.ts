import { createHash } from 'node:crypto'
import { compareStrings } from '#core/base/strings.ts'
import type { Category } from '#core/domain/kinds.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { foldText } from '#core/domain/text/fold-text.ts'
import type { TurnRule } from '#reader/turns/turn-rules.ts'
import type { Turn } from '../transcripts/session.ts'
import { redactText } from './redact-quote.ts'
import type { Session, SessionTool } from './session.ts'

/** Rules that a reader found in the turns of a person. */

/** A turn of a session, without secrets, mail addresses and paths of home folders: readers see nothing else. */
export interface RedactedTurn extends Turn {
  tool: SessionTool
  session: string
  project: string | null
}

/** A rule that a person stated in a turn, by whatever reader, with the turn. */
export interface Finding extends TurnRule {
  /** Whether the reader takes it for a rule. Other findings are evidence, which several sessions must show. */
  is_sure: boolean
  tool: SessionTool
  session: string
  turn: string
  project: string | null
  at: string
}

/** Findings with the same statement, those of the highest score first. */
export interface FindingGroup {
  statement: string
  category: Category
  how: Finding['how']
  score: number
  /** Whether the reader takes one of the findings for a rule. */
  is_sure: boolean
  /** The number of different sessions. */
  sessions: number
  /** Whether the agent's identity has this statement already. */
  is_known: boolean
  /** Whether this statement awaits review already. */
  is_proposed: boolean
  findings: Finding[]
}

/** The turns of a session as readers see them. */
export const redactTurns = ({ tool, id, project, turns }: Session, home: string): RedactedTurn[] =>
  turns.map((turn) => ({
    tool,
    session: sessionName(id),
    project: project && redactText(project, home),
    id: turn.id,
    at: turn.at,
    text: redactText(turn.text, home),
    ...(turn.before !== undefined && { before: redactText(turn.before, home) }),
  }))

/** The id of a session, or its hash: a transcript without an id has its path, and a damaged one has any text. */
const sessionName = (id: string): string =>
  /^[\w.:@+=-]{1,200}$/.test(id) ? id : createHash('sha256').update(id).digest('base64url').slice(0, 22)

/** Statements that differ in letter case and punctuation alone have the same key. */
export const statementKey = (statement: string): string =>
  foldText(normalizeStatement(statement))
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()

/** Identifies a finding on any machine, so that sending it twice stores it once. */
export const externalId = ({ tool, session, turn, quote }: Finding): string =>
  `${tool}:${createHash('sha256')
    .update(JSON.stringify([tool, session, turn, quote]))
    .digest('hex')
    .slice(0, 40)}`

/** The statements of an agent by their keys; `proposed` ones are not in the prompt yet. */
export type KnownStatements = ReadonlyMap<string, 'approved' | 'proposed'>

/**
 * Groups findings by statement: rules first, and of these what was said explicitly, then by
 * the number of sessions and by score.
 */
export function groupFindings(findings: readonly Finding[], known: KnownStatements): FindingGroup[] {
  const byStatement = Map.groupBy(findings, ({ statement }) => statementKey(statement))
  const groups = [...byStatement].map(([key, members]): FindingGroup => {
    const sorted = members.toSorted((a, b) => b.score - a.score || compareStrings(a.at, b.at))
    const { statement, category, score } = sorted[0]!
    return {
      statement,
      category,
      score,
      findings: sorted,
      is_known: known.get(key) === 'approved',
      is_proposed: known.get(key) === 'proposed',
      is_sure: sorted.some((finding) => finding.is_sure),
      how: sorted.some(({ how }) => how === 'explicit') ? 'explicit' : 'implied',
      sessions: new Set(sorted.map(({ tool, session }) => `${tool} ${session}`)).size,
    }
  })
  return groups.sort(
    (a, b) =>
      Number(b.is_sure) - Number(a.is_sure) ||
      Number(b.how === 'explicit') - Number(a.how === 'explicit') ||
      b.sessions - a.sessions ||
      b.score - a.score,
  )
}

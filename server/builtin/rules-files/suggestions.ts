import type { Suggestion, SuggestionRequest } from '../../domain/language.ts'
import { sameSimilarity } from '../../domain/similar/similarity-thresholds.ts'
import { cosine } from '../../domain/vectors/similarity.ts'
import { embed, rescale } from '../embedding/embedding.ts'
import { anyRole, type Role, roles } from './responsibility-table.ts'

// The confidence of a suggestion: rules only recognize the role, so it is never high.
const confidenceByTitle = 0.6
const confidenceByDescription = 0.5
const confidenceByStatements = 0.4
const confidenceForAnyRole = 0.3
/** Minimum number of mentions by which existing statements identify a role. */
const minMentions = 2

/**
 * Suggests responsibilities from a table, for the role identified by the agent's job title, else its description, else
 * its statements, followed by the ones that fit any role. Skips every one that rewords an existing statement.
 */
export function suggestResponsibilities({ profile, statements, categories, limit }: SuggestionRequest): Suggestion[] {
  const known = embed(statements)
  const isNew = (statement: string) => {
    const [vector] = embed([statement])
    return known.every((other) => rescale(cosine(vector!, other)) < sameSimilarity)
  }
  const role = recognise(profile, statements)
  return categories.flatMap((category) => {
    const forRole = role?.role.statements[category] ?? []
    const candidates = [
      ...forRole.map((statement) => ({ category, statement, confidence: role!.confidence })),
      ...anyRole[category].map((statement) => ({ category, statement, confidence: confidenceForAnyRole })),
    ]
    return candidates.filter(({ statement }) => isNew(statement)).slice(0, limit)
  })
}

function recognise(profile: SuggestionRequest['profile'], statements: readonly string[]) {
  const evidence: [text: string, mentions: number, confidence: number][] = [
    [profile.job_title ?? '', 1, confidenceByTitle],
    [`${profile.name} ${profile.description ?? ''}`, 1, confidenceByDescription],
    [statements.join('\n'), minMentions, confidenceByStatements],
  ]
  for (const [text, mentions, confidence] of evidence) {
    const role = mostMentioned(text, mentions)
    if (role) return { role, confidence }
  }
  return undefined
}

function mostMentioned(text: string, minimum: number): Role | undefined {
  const mentions = roles.map((role) => text.match(role.words)?.length ?? 0)
  const most = Math.max(...mentions)
  return most >= minimum ? roles[mentions.indexOf(most)] : undefined
}

import type { Suggestion, SuggestionRequest } from '#core/domain/language.ts'
import { sameSimilarity } from '#core/domain/similar/similarity-thresholds.ts'
import { starterRoles } from '#core/domain/starter-roles/all.ts'
import type { StarterRole } from '#core/domain/starter-roles/role.ts'
import { cosine } from '#core/domain/vectors/similarity.ts'
import { embed, rescale } from '../embedding/embedding.ts'
import { anyRole } from './any-role.ts'

// The confidence of a suggestion: rules only recognize the role, so it is never high.
const confidenceByTitle = 0.6
const confidenceByDescription = 0.5
const confidenceByStatements = 0.4
const confidenceForAnyRole = 0.3
/** The least weight of the words that identify a role. Statements speak of other roles too, so they need more of them. */
const minWeight = { ofTitle: 0.1, ofDescription: 0.5, ofStatements: 2 }

/**
 * Suggests responsibilities of the starter role identified by the agent's job title, else its description, else
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
    const forRole = role?.role.items[category] ?? []
    const candidates = [
      ...forRole.map((statement) => ({ category, statement, confidence: role!.confidence })),
      ...anyRole[category].map((statement) => ({ category, statement, confidence: confidenceForAnyRole })),
    ]
    return candidates.filter(({ statement }) => isNew(statement)).slice(0, limit)
  })
}

function recognise(profile: SuggestionRequest['profile'], statements: readonly string[]) {
  const evidence: [text: string, least: number, confidence: number][] = [
    [profile.job_title ?? '', minWeight.ofTitle, confidenceByTitle],
    [`${profile.name} ${profile.description ?? ''}`, minWeight.ofDescription, confidenceByDescription],
    [statements.join('\n'), minWeight.ofStatements, confidenceByStatements],
  ]
  for (const [text, least, confidence] of evidence) {
    const role = mostMentioned(text, least)
    if (role) return { role, confidence }
  }
  return undefined
}

/** The role whose names weigh most in a text; the first of several. */
function mostMentioned(text: string, least: number): StarterRole | undefined {
  const weights = new Map<StarterRole, number>()
  for (const word of wordsOf(text)) {
    const named = rolesByWord.get(word) ?? []
    // A word of many roles, such as "engineer", says little about each.
    for (const role of named) weights.set(role, (weights.get(role) ?? 0) + 1 / named.length)
  }
  const most = Math.max(least, ...weights.values())
  return starterRoles.find((role) => (weights.get(role) ?? 0) >= most)
}

/** Words of every role, which name none. */
const ofAnyRole = new Set(['lead', 'head', 'senior', 'junior', 'agent', 'and', 'or', 'of', 'for', 'in'])
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]{2,}/g) ?? []).filter((word) => !ofAnyRole.has(word))

/** The roles by each word of their names, and by initials such as SRE. */
const rolesByWord = groupByWord()

function groupByWord(): Map<string, StarterRole[]> {
  const roles = new Map<string, StarterRole[]>()
  for (const role of starterRoles) {
    const names = [role.name, ...role.titles].map(wordsOf)
    const initials = names.filter(({ length }) => length > 2).map((words) => words.map((word) => word[0]).join(''))
    for (const word of new Set([...names.flat(), ...initials])) roles.set(word, [...(roles.get(word) ?? []), role])
  }
  return roles
}

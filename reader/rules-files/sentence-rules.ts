import type { NamedRule } from '../named-rules.ts'

/** A statement restricts all but some, permits, or only says what is possible; the last two demand nothing. */
export type Permission = 'restricts' | 'permits' | 'possible'

/** Statements about who may do what. */
export const statementRules: readonly NamedRule<Permission>[] = [
  {
    name: 'only some may',
    when: /^(?:only|solely|nobody but|no one but|nur|solo|seuls?|alleen|somente|apenas)\b.{1,160}?\b(?:may|can|(?:is|are) (?:allowed|permitted)|d\u00FCrfen|darf|pueden?|peut|peuvent|possono|podem|mogen)\b/iu,
    verdict: 'restricts',
    example: 'Only admins may deploy',
  },
  {
    name: 'allowed only to some',
    when: /\bmay only\b|\balone (?:may|can)\b|\b(?:is|are) (?:only (?:allowed|permitted)|(?:allowed|permitted) only|reserved (?:for|to))\b/i,
    verdict: 'restricts',
    example: 'A release may only be started by the maintainer',
  },
  {
    name: 'allowed',
    when: /^(?!(?:no|none|nothing|nobody|never|not|neither)\b)[^.;]{1,120}?\b(?:is|are) (?:also |still |always |perfectly )?(?:allowed|permitted|acceptable|ok(?:ay)?|fine)\b/i,
    verdict: 'permits',
    example: 'Inline styles are fine in mails',
  },
  {
    name: 'not needed',
    when: /^[^.;:]{1,120}? (?:may|might) not (?:need|require|have to|be (?:needed|required|necessary))\b/i,
    verdict: 'permits',
    example: 'Small changes may not need a review',
  },
  {
    name: 'some may',
    when: /^(?!(?:no|none|nothing|nobody|never|not|neither)\b)[^.;:]{1,80}? may (?!not\b|never\b|only\b|be\b|have\b|need\b|cause\b|break\b|fail\b)/i,
    verdict: 'possible',
    example: 'Admins may deploy',
  },
]

export const statementVerdict = (text: string): Permission | undefined =>
  statementRules.find(({ when }) => when.test(text))?.verdict

/**
 * A sentence that is marked as wrong, and says itself that something is missing: it has no opposite that can be told.
 */
export const missing =
  /^(?:about to|tired|ready to|unsure|afraid|no|not|can['\u2019]?t|cannot|can not|won['\u2019]?t|will not|may not|missing|lack(?:s|ing|of)?|without|neither|none|nobody|nothing|kein\w*|ohne|sin|falta|sans|manque)\b/i
/** The opening of a sentence that forbids on purpose. */
export const commandedProhibition =
  /^(?:(?:please|always|you|we|agents?) )*(?:never|do not|don['\u2019]?t|must not|must never|should not|should never|shouldn['\u2019]t|avoid|refuse to|under no circumstances)\b/i

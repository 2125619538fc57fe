import { upperFirst } from '#core/base/strings.ts'
import { maxOfKind } from '#core/domain/identity/templates.ts'
import { type Kind, kindNames, kinds } from '#core/domain/kinds.ts'
import type { Rule } from '#core/domain/language.ts'
import { readMood } from './mood.ts'
import { type RatedRule, readRatedRules } from './rules.ts'

/** Text that only makes sense next to the rest of its file, or on the machine that the file was written for. */
const bound = [
  /\p{Extended_Pictographic}|^`[^`]*`:|^[^"]*"[^"]*$|\bI(?:'\w+)? [a-z]|\bwhen to use\b/u,
  /[{}<>|→]|->|https?:|[\w-]\.(?:md|json|ya?ml|txt|ts|js|py|sh|ps1)\b|[\w.-]\/[\w.-]+\//,
  /\b(?:above|below|the following|as (?:described|listed|shown|follows)|this (?:file|section|skill|prompt|step|mode)|(?:phase|step|layer|tier|level) \d)\b/i,
  /\b(?:context manager|sub-?agents?|orchestrator|tool calls?|slash command|frontmatter|json|argument|workflow below|output format|chat ?mode|MCP)\b/i,
  /^(?:it|this|that|these|those|they|them|then|also|here|there|both|such|so|be ready)\b/i,
  /\b(?:these|those|them|this|that)(?: too)?[.!]?$/i,
  /^(?:you (?:are|can|may|will|have)|your (?:focus|expertise|role|job|task|goal|primary|core|mission) )/i,
  /^(?:initialize|begin|start|conclude) |\b(?:successfully|check ?list)\b|\bprogress tracking\b|\bstatus update|systematic phases/i,
  /\p{L}_\p{L}|[≥≤×]/u,
  /\?(?:\s|$)|`[^`_.:$(/]*[_.:$(/][^`]*`/,
]
const invoked = /^(?:when|once) (?:invoked|activated|called)[,:]?\s+/i
const otherAgents =
  /\b(?:integration|collaborat\w*|interact\w*|work\w*|handoffs?) with (?:other )?(?:agents|specialists)|related agents/i
const roleName =
  /\b[a-z]{2,}(?:-[a-z]{2,})*-(?:engineer|developer|expert|specialist|architect|manager|designer|auditor|reviewer|analyst|tester|pro|admin|lead|writer|researcher|scientist|advisor|coordinator|responder|debugger|optimizer|strategist|builder|master|owner|curator)\b/g
const listed = /^[^:]{3,60}: [^,;]+(?:[,;] [^,;]+){3,}$/
const maxOfCategory = 5
/** The maximum number of rules about work with other agents, which come in long lists. */
const maxWithAgents = 3
const frame = /^(Responsible for|Deliver|Ensure) (\p{Ll}[\p{L}\d]*)/u

/**
 * Reads a published agent definition: at most `maxOfKind` beliefs and as many responsibilities, spread over the
 * categories, the best first. Rich definitions hold more than a hundred rules; clear and self-contained ones come
 * first, and rules that depend on their file are left out.
 */
export function decompose(text: string): Rule[] {
  const candidates = new Map<string, Rule & { worth: number }>()
  const names = properNames(text)
  let withAgents = 0
  for (const rule of readRatedRules(text)) {
    const isWithAgents = rule.under.some((title) => otherAgents.test(title))
    const settled = settle(rule, isWithAgents, names)
    const worth = isWithAgents && withAgents >= maxWithAgents ? 0 : worthOf(settled)
    if (isWithAgents && worth > 0) withAgents += 1
    const key = settled.statement
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    const known = candidates.get(key)
    if (worth > 0 && (!known || known.worth < worth)) candidates.set(key, { ...settled, worth })
  }
  return kindNames.flatMap((kind) => choose(kind, [...candidates.values()]))
}

/** Rewords a rule so that it stands on its own. */
function settle(rule: RatedRule, withAgents: boolean, names: ReadonlyMap<string, string>): RatedRule {
  const { form, verb, main } = readMood(rule.statement)
  const statement = rule.statement
    .replace(/^([^.!?]+)\.$/, '$1')
    .replace(/^\[[ x]?\]\s+/i, '')
    .replace(invoked, '')
    .replace(/^\S+/, (first) => (form === 'trait' && verb && main === rule.statement ? verb : first))
    .replace(/\b(and|but) (\p{Ll}+s)\b/gu, (pair, joint, word) =>
      form === 'trait' ? `${joint} ${baseOf(word)}` : pair,
    )
    .replace(/^You (\p{Ll}.*)$/su, (whole, rest) => (readMood(rest).form === 'imperative' ? rest : whole))
    .replace(roleName, (name) => `the ${name.replace(/-/g, ' ')}`)
    .replace(frame, (_, opening, word) => `${opening} ${names.get(word) ?? word}`)
  const shared = withAgents ? ({ type: 'responsibility', category: 'collaboration' } as const) : rule
  return { ...rule, type: shared.type, category: shared.category, statement: upperFirst(statement) }
}

/** Turns "validates" into "validate"; leaves any other word unchanged. */
const baseOf = (word: string) => {
  const { form, verb } = readMood(`${word} the work`)
  return (form === 'trait' && verb) || word
}

/** Words that the text always capitalizes, even in the middle of a sentence. */
function properNames(text: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, word] of text.matchAll(/(?<=[\p{Ll},] )(\p{Lu}\p{Ll}[\p{L}\d]*)/gu))
    names.set(word!.toLowerCase(), word!)
  for (const [, word] of text.matchAll(/(?<![\p{L}\d.`/_-])(\p{Ll}[\p{L}\d]*)(?![\p{L}\d_-]|\.\p{L})/gu))
    names.delete(word!)
  return names
}

/** How useful a rule is to another agent; 0 if it is useless. */
function worthOf({ statement, confidence }: RatedRule): number {
  const words = statement.split(/\s+/).length
  const labeled = /^[^:]{2,60}:/.test(statement)
  // A label with a noun phrase is an entry of a table of contents.
  if (labeled && confidence < 0.5) return 0
  if (
    words < 3 ||
    words > 45 ||
    bound.some((pattern) => pattern.test(statement)) ||
    listed.test(statement) ||
    otherAgents.test(statement)
  )
    return 0
  const penalties = [
    statement.includes('`') && 0.25,
    words < 5 && 0.15,
    words > 24 && 0.01 * (words - 24),
    labeled && 0.2,
    /\d/.test(statement) && 0.05,
    statement.includes('(') && 0.05,
    /^(?:if|when|once)\b/i.test(statement) && 0.05,
  ]
  return Math.max(
    0,
    penalties.reduce<number>((worth, penalty) => worth - Number(penalty), confidence),
  )
}

/** Takes the best of each category in turn. */
function choose(kind: Kind, candidates: (Rule & { worth: number })[]): Rule[] {
  const ranked = kinds[kind].categories
    .flatMap((category) =>
      candidates
        .filter((candidate) => candidate.category === category)
        .sort((a, b) => b.worth - a.worth)
        .slice(0, maxOfCategory)
        .map((candidate, round) => ({ ...candidate, round })),
    )
    .sort((a, b) => a.round - b.round || b.worth - a.worth)
  return ranked.slice(0, maxOfKind).map(({ type, category, statement }) => ({ type, category, statement }))
}

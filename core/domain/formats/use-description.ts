import { truncate } from '#core/base/strings.ts'
import { kindOf } from '../kinds.ts'
import { oneLine } from '../text/markdown.ts'
import type { Source } from './format.ts'
import { withoutOccasions } from './occasions.ts'

/**
 * The description by which a tool decides when to use an agent or a skill. Tools put the descriptions of all agents
 * into each request, so it names the main tasks alone.
 */

/** Maximum length of a skill's description, in characters; other tools have no limit. */
const maxDescription = 1024
const maxTasks = 8
/** In characters: a task, and the summary in front of the tasks. */
const maxTask = 160
const maxSummary = 480

/**
 * Describes who the agent is and when to use it, in at most 1,024 characters. Responsibilities are listed as they are
 * written: the list is good English for imperatives, nouns and other languages alike. A summary that says
 * itself when to use the agent is left as it is.
 */
export function describeUse(
  { name }: Pick<Source['agent'], 'name'>,
  summary: string,
  items: Source['items'],
): { description: string; isWhole: boolean } {
  const saysWhen = withoutOccasions(summary) !== summary
  const shown = shorten(summary, saysWhen ? maxDescription : maxSummary)
  const use = saysWhen ? '' : `Use ${occasionOf(name, items, maxDescription - shown.length - ' Use .'.length)}`
  const description = [shown, use].filter(Boolean).join(/\p{P}$/u.test(shown) ? ' ' : '. ')
  // Skills must not have tags in their descriptions.
  return { description: description.replaceAll('<', '‹').replaceAll('>', '›'), isWhole: shown === summary }
}

function occasionOf(name: string, items: Source['items'], room: number): string {
  const starredFirst = items.toSorted((one, other) => Number(other.starred) - Number(one.starred))
  const statements = starredFirst.flatMap(({ category, statement }) =>
    kindOf(category) === 'responsibility' && !prohibition.test(statement) ? [oneLine(statement)] : [],
  )
  // Statements with a condition are mostly steps of a task.
  const conditionalLast = statements.toSorted(
    (one, other) => Number(condition.test(one)) - Number(condition.test(other)),
  )
  const tasks = [...new Map(conditionalLast.map((statement) => [taskOf(statement), statement]))].slice(0, maxTasks)
  const followFor = tasks.every(([task, statement]) => introduction.test(statement) || nominal.test(task))
  const lead = followFor ? 'for ' : 'for these tasks: '
  let length = lead.length
  const listed = tasks.filter(([task]) => {
    length += task.length + '; '.length
    return length <= room
  })
  if (listed.length === 0) return `when ${shorten(oneLine(name), maxTask) || 'the agent'} is asked for.`
  const list = listed.map(([task]) => (followFor ? lowerFirst(task) : task)).join('; ')
  return lead + (list.endsWith('…') ? list : `${list}.`)
}

/** The words with which a statement forbids something, which is no task, in several languages. */
const prohibition =
  /^(?:(?:never|do not|don['\u2019]t|must not|nie|niemals|keinesfalls|nunca|jamais|ne|non|mai|nooit)(?!\p{L})|不|禁止|勿|切勿|никогда)/iu
const condition = /^(?:if|when|whenever|once|before|after|while|until|unless)\s/i
/** Activities and things, which can follow "for" in a sentence. */
const nominal = /^(?:\p{L}\p{Ll}{2,}ing|the|our|all|each|every)\s/iu
/** Words in front of an activity, as in files that describe agents. */
const introduction =
  /^(?:you are |is |are )?(?:(?:responsible|accountable) for |in charge of |(?:an? )?(?:senior |expert )[\p{L}\s-]{0,60}?(?:speciali[sz]ing in|focus(?:ed|ing) on|for) )/iu
const sentenceEnd = /(?<=\p{L}{2}[.!?])\s+(?=\p{Lu})|(?<=[。！？])/u
/** A statement without the details behind its label: "Retry patterns: backoff, jitter". */
function withoutDetails(statement: string): string {
  const label = statement.split(': ', 1)[0]!
  return /^\p{L}[^:]*\p{L}$/u.test(label) && /\s/.test(label) ? label : statement
}

/** The task in a statement: its first sentence, without introduction and details. */
const taskOf = (statement: string): string =>
  shorten(
    withoutDetails(statement.split(sentenceEnd)[0]!.replace(introduction, '')).replace(
      /(?<=[^\s.;:!。！])[\s.;:!。！]+$/u,
      '',
    ),
    maxTask,
  )

const lowerFirst = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())

/** The beginning of a text up to a word's end, with an ellipsis; a text that fits is left as it is. */
const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${truncate(text, maxLength - 1).replace(/(?<=\S.{20,})\s+\S*$/u, '')}…`

import { upperFirst } from '#core/base/strings.ts'
import { checklistHeading, isNegativeHeading } from './heading-words.ts'
import { isForeign } from './languages.ts'
import type { Passage } from './markdown.ts'
import { readMood } from './mood.ts'
import { plainLabel } from './paragraph-lines.ts'
import { eventOpener } from './rule-words.ts'
import { withoutAnnouncement } from './statement-context.ts'
import { isJoinedEnd, maxJoinedLength, openEnd, whole } from './statement-shape.ts'
import { lowerFirst, sentenceCase } from './wording.ts'

/** Languages that put no spaces between words have no terse lists by their number. */
const isTerse = (text: string, words: number) =>
  text.split(/\s+/, words + 1).length <= words &&
  !/[.:;\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/**
 * Merges items that mean nothing alone: noun phrases under a sentence that commands ("Every description lists:"), and
 * lists of a few words each under a title. Lists of the second type are dropped if they name no work.
 */
export function gatherLists(passages: readonly Passage[]): Passage[] {
  const gathered: Passage[] = []
  for (let index = 0; index < passages.length; ) {
    const first = passages[index]!
    let end = index + 1
    if (first.block === 'item' && first.leads.length > 0)
      while (passages[end]?.leads === first.leads && passages[end]?.block === 'item') end++
    gathered.push(...gather(passages.slice(index, end)))
    index = end
  }
  return gathered
}

const inList = (text: string) => (isForeign(text) ? text : lowerFirst(text)).replace(/[.;,]$/, '')

/** Whether the items below go on with a sentence that demands. */
function demandsRest(lead: string): boolean {
  const start = withoutAnnouncement(lead)
  return openEnd.test(start) && !isForeign(lead) && (whole.has(readMood(start).form) || demand.test(start))
}

const demand =
  /\b(?:must|should|shall|never|always|do not|don['\u2019]t|please|need to|have to|sure (?:to|that|you)|ensure|remember)\W*$/i

/** An item that goes on with the sentence above its list: "Make sure to". */
function completed(item: Passage): Passage {
  if (item.label !== undefined || plainLabel(item.text).label !== undefined || whole.has(readMood(item.text).form))
    return item
  const lead = withoutAnnouncement(item.leads.at(-1)!)
  const start = /^["\u201C]/.test(item.text) && /(?:never|not|don['\u2019]t)$/i.test(lead) ? `${lead} say` : lead
  return { ...item, text: `${start} ${lowerFirst(item.text)}`, leads: item.leads.slice(0, -1) }
}

/** "When to add a log" above a list of cases is "Add a log when", and "When not to" forbids it. */
const whenTo = (lead: string | undefined) =>
  lead?.replace(/^when (not |never )?to (.+)$/i, (_, not: string | undefined, deed: string) =>
    not === undefined ? `${upperFirst(deed)} when` : `Do not ${deed} when`,
  )

function gather(run: readonly Passage[]): readonly Passage[] {
  const first = run[0]!
  const lead = whenTo(first.leads.at(-1))
  if (lead !== undefined && demandsRest(lead)) return run.map(completed)
  const isJoined = lead !== undefined && isJoinedEnd(lead) && !eventOpener.test(lead) && whole.has(readMood(lead).form)
  if (lead === undefined || isNegativeHeading(lead) || run.some(({ label, crossed }) => label !== undefined || crossed))
    return run
  const forms = run.map(({ text }) => readMood(text).form)
  const commands = forms.filter((form) => whole.has(form)).length
  const merge = (separator: string): Passage[] => {
    const text = `${sentenceCase(lead)}: ${run.map(({ text }) => inList(text)).join(separator)}`
    return text.length > maxJoinedLength
      ? [...run]
      : [
          {
            ...first,
            text,
            headings: [...first.headings, lead],
            leads: first.leads.slice(0, -1),
            written: [...first.leadWritten, ...run.flatMap(({ written }) => written)],
          },
        ]
  }
  if (isJoined) return merge('; ')
  if (run.length > 1 && commands === 0 && whole.has(readMood(lead).form)) return merge('; ')
  const isChecklist = checklistHeading.test(lead)
  if (run.length < 3 || !run.every(({ text }) => isTerse(text, isChecklist ? 8 : 4)) || eventOpener.test(lead))
    return run
  return commands * 2 >= run.length || isChecklist ? merge(', ') : []
}

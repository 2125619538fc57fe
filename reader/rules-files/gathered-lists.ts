import { checklistHeading, isNegativeHeading } from './heading-words.ts'
import { isForeign } from './languages.ts'
import type { Passage } from './markdown.ts'
import { readMood } from './mood.ts'
import { eventOpener } from './rule-words.ts'
import { maxJoinedLength, openEnd, whole } from './statement-shape.ts'
import { lowerFirst, sentenceCase } from './wording.ts'

const isTerse = (text: string, words: number) => text.split(/\s+/, words + 1).length <= words && !/[.:;]/.test(text)

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

function gather(run: readonly Passage[]): readonly Passage[] {
  const first = run[0]!
  const lead = first.leads.at(-1)
  if (
    lead === undefined ||
    openEnd.test(lead) ||
    isNegativeHeading(lead) ||
    run.some(({ label, crossed }) => label !== undefined || crossed)
  )
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
  if (run.length > 1 && commands === 0 && whole.has(readMood(lead).form)) return merge('; ')
  const isChecklist = checklistHeading.test(lead)
  if (run.length < 3 || !run.every(({ text }) => isTerse(text, isChecklist ? 8 : 4)) || eventOpener.test(lead))
    return run
  return commands * 2 >= run.length || isChecklist ? merge(', ') : []
}

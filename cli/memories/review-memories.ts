import * as prompts from '@clack/prompts'
import { pluralize, printNote, visible } from '../output.ts'
import { withService } from '../service/service.ts'
import { describePromoted, discardAfterConsent, promoteMemories } from './decide.ts'
import { recordDecisions } from './decisions.ts'
import { countMemories, linesOf } from './describe-memories.ts'
import type { Layer } from './memory.ts'
import type { Promotion } from './promote.ts'
import type { Survey, SurveyedMemory, SurveyOptions } from './survey.ts'

/** Asks about each memory on a terminal: `agent-identity memories review`. */

type Choice = 'promote' | 'edit' | 'keep' | 'discard' | 'skip'

interface ReviewOptions extends SurveyOptions {
  layer: Layer
}

/** Keeps and discards at once, and proposes all promotions at the end as one change request. */
export async function reviewMemories(survey: Survey, options: ReviewOptions): Promise<void> {
  prompts.intro(visible(countMemories(survey.memories)))
  if (survey.agent === undefined)
    prompts.log.info('No identity is known. "agent-identity login", or --agent, lets you promote memories.')
  const promotions: Promotion[] = []
  let decided = 0
  for (const memory of survey.memories) {
    const answer = await decideOn(survey, memory)
    if (answer === 'quit') break
    if (answer === 'skip') continue
    decided++
    if (answer !== 'decided') promotions.push(answer)
  }
  if (promotions.length > 0) await propose(promotions, survey.agent!, options)
  prompts.outro(`Decided: ${decided}`)
}

async function propose(promotions: Promotion[], agent: string, options: ReviewOptions): Promise<void> {
  await withService(options, async (service) => {
    const target = { agent, layer: options.layer, isAgreed: false }
    for (const line of describePromoted(await promoteMemories(service, promotions, target), agent)) printNote(line)
  })
}

/** Carries out a decision; a promotion is returned, since all are proposed together. */
async function decideOn(survey: Survey, memory: SurveyedMemory) {
  prompts.log.message(visible(linesOf(memory).join('\n').trimEnd()))
  const choice = await prompts.select({ message: 'Decide', options: choicesFor(memory, survey.agent !== undefined) })
  if (prompts.isCancel(choice)) return 'quit'
  if (choice === 'skip') return 'skip'
  if (choice === 'keep') {
    recordDecisions([memory.id], 'kept')
    return 'decided'
  }
  if (choice === 'discard') return discard(survey, memory)
  return promotionOf(memory, choice)
}

async function discard(survey: Survey, memory: SurveyedMemory): Promise<'decided' | 'skip'> {
  const current = survey.readAgain(memory.id)
  try {
    if (!current) throw new Error('It is gone: its file has changed.')
    const files = await discardAfterConsent(survey, current, false)
    prompts.log.success(
      visible(`Taken out of ${pluralize(files.length, 'file')}. "agent-identity memories undo" puts it back.`),
    )
    return 'decided'
  } catch (error) {
    // The other memories can still be decided.
    prompts.log.warn(visible((error as Error).message))
    return 'skip'
  }
}

/** A conclusion of the tool needs an edit or a second yes. */
async function promotionOf(memory: SurveyedMemory, choice: Choice): Promise<Promotion | 'skip'> {
  const { statement } = memory
  if (choice === 'edit') {
    const edited = await prompts.text({
      message: 'Statement',
      initialValue: visible(statement),
      validate: (text) => (text?.trim() ? undefined : 'It must not be empty.'),
    })
    return prompts.isCancel(edited) ? 'skip' : { memory, statement: edited.trim() }
  }
  if (memory.said.length > 0) return { memory, statement }
  const message = 'Nobody said this in a session that is kept. Promote it all the same?'
  return (await prompts.confirm({ message, initialValue: false })) === true ? { memory, statement } : 'skip'
}

/** The choices, the usual one first: a conclusion, or a rule that the identity has, is not promoted by one key. */
function choicesFor({ said, relation, cuts, comes_back }: SurveyedMemory, canPromote: boolean) {
  const promote = [
    { value: 'promote' as const, label: 'Promote' },
    { value: 'edit' as const, label: 'Edit and promote' },
  ]
  const others: { value: Choice; label: string; hint?: string }[] = [
    { value: 'keep', label: 'Keep' },
    { value: 'discard', label: 'Discard', ...(cuts.length === 0 && { hint: visible(comes_back ?? '') }) },
    { value: 'skip', label: 'Skip' },
  ]
  if (!canPromote) return others
  return said.length > 0 && relation?.kind === 'new' ? [...promote, ...others] : [...others, ...promote]
}

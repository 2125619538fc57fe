import { confirm } from '../confirm.ts'
import { pluralize, printNote, shellWord, visibleLine } from '../output.ts'
import type { Service } from '../service/service.ts'
import { recordDecisions } from './decisions.ts'
import { ChangedFile, describeEdits, discardMemory, editsOf } from './discard.ts'
import type { Layer, Memory } from './memory.ts'
import { type PromotedRequest, type Promotion, promotionBody, sendPromotion } from './promote.ts'
import type { MemoryListing } from './survey.ts'

/** Carries out decisions about memories, each after it was shown and agreed to. */

/** The memories with these ids. @throws an error that names one that is not there. */
export const chooseMemories = <Chosen extends Memory>(memories: readonly Chosen[], ids: readonly string[]): Chosen[] =>
  [...new Set(ids)].map((id) => {
    const memory = memories.find((each) => each.id === id)
    if (memory) return memory
    throw new Error(`There is no memory ${visibleLine(id)}. "agent-identity memories" lists them.`)
  })

interface Target {
  agent: string
  layer: Layer
  isAgreed: boolean | undefined
}

/** Shows the request, asks, sends it, and remembers the decisions. */
export async function promoteMemories(
  service: Service,
  promotions: readonly Promotion[],
  { agent, layer, isAgreed }: Target,
): Promise<PromotedRequest> {
  const body = await promotionBody(service, promotions, { agent, layer })
  printNote(`POST ${service.address}/api/v1/change-requests\n${JSON.stringify(body, null, 2)}`)
  const rules = pluralize(body.changes.length, 'rule')
  await confirm(`Propose ${rules} for the ${layer} as a change request at ${service.address}?`, isAgreed)
  const request = await sendPromotion(service, body)
  recordDecisions(
    promotions.map(({ memory }) => memory.id),
    'promoted',
  )
  return request
}

/** The sentences about a change request, with the command that decides on it. */
export const describePromoted = ({ number, isExisting, conflicts }: PromotedRequest, agent: string): string[] => [
  `Change request ${number} ${isExisting ? 'proposed this already' : 'was created'}. "agent-identity review ${shellWord(agent)}" decides on it.`,
  ...conflicts.map(({ statement, conflict }) => `  ${conflict}: ${visibleLine(statement)}`),
]

/** A tool that writes all the time must not keep the person here. */
const maxAttempts = 5

/**
 * Shows what is taken out of which files, asks, and writes it. A file that changed meanwhile is read again, shown again
 * and asked about again.
 *
 * @returns the changed files.
 * @throws an error with the advice where the tool would write the memory again, and when it is gone.
 */
export async function discardAfterConsent(
  survey: Pick<MemoryListing, 'readAgain'>,
  memory: Memory,
  isAgreed: boolean | undefined,
): Promise<string[]> {
  let current: Memory | undefined = memory
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (!current) throw new Error(`The memory ${memory.id} is gone: its file has changed.`)
    if (current.cuts.length === 0) throw new Error(`Nothing was changed. ${current.comes_back}`)
    const edits = editsOf(current)
    for (const line of describeDiscard(current, describeEdits(edits))) printNote(line)
    await confirm(`Take it out of ${pluralize(edits.length, 'file')}?`, isAgreed, 'Nothing was changed')
    try {
      discardMemory(current, edits)
      return edits.map(({ path }) => path)
    } catch (error) {
      if (!(error instanceof ChangedFile)) throw error
      printNote(`${error.message}, and is read again.`)
      current = survey.readAgain(memory.id)
    }
  }
  throw new Error(`Nothing was changed: the tool keeps writing ${memory.file}.`)
}

const describeDiscard = ({ repository, may_be_own, comes_back }: Memory, difference: string): string[] => [
  difference,
  ...(repository === null ? [] : [`This is in the repository ${repository}: a change for your colleagues too.`]),
  ...(may_be_own ? ['You may have written this file yourself.'] : []),
  ...(comes_back === null ? [] : [comes_back]),
]

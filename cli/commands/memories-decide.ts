import { Argument, Command, Option } from 'commander'
import { confirm } from '../confirm.ts'
import { type Layer, layers } from '../memories/memory.ts'
import type { SurveyOptions } from '../memories/survey.ts'
import { print } from '../output.ts'
import { type Service, serviceCommand, withService } from '../service/service.ts'
import { words } from './option-values.ts'

const ids = () => new Argument('<id...>', 'ids of memories, which "agent-identity memories" lists')

interface Agreed {
  yes?: boolean
  json?: boolean
}

interface PromoteOptions extends SurveyOptions, Agreed {
  layer: Layer
  statement?: string
  anyway?: boolean
}

export const memoriesPromote = serviceCommand('promote')
  .description('propose memories as a change request; nothing else leaves this machine')
  .addArgument(ids())
  .option('--agent <agent>', 'slug or id; the only agent by default')
  .addOption(
    new Option('--layer <layer>', 'for the agent, its group or its organization').choices(layers).default('agent'),
  )
  .option('--statement <text>', 'propose these words instead of those of the memory', words)
  .option('--anyway', 'also if nobody said it')
  .option('--yes', 'do not ask before it is sent')
  .action((chosen: string[], options: PromoteOptions) =>
    withService(options, async (service: Service) => {
      const { surveyMemories } = await import('../memories/survey.ts')
      const { chooseMemories, describePromoted, promoteMemories } = await import('../memories/decide.ts')
      const { chooseAgent } = await import('../coding-tools/connection.ts')
      const { layer, statement, anyway, yes } = options
      const agent = await chooseAgent(service, options.agent)
      const memories = chooseMemories((await surveyMemories({ ...options, agent })).memories, chosen)
      if (statement !== undefined && memories.length > 1)
        throw new Error('--statement is for one memory. Promote each of them by itself.')
      const concluded = memories.filter(({ said }) => said.length === 0)
      if (concluded.length > 0 && statement === undefined && !anyway)
        throw new Error(
          `Nobody said ${concluded.map(({ id }) => id).join(', ')} in a session that is kept. Edit it with --statement, or promote it with --anyway.`,
        )
      const promotions = memories.map((memory) => ({ memory, statement: statement ?? memory.statement }))
      const request = await promoteMemories(service, promotions, { agent, layer, isAgreed: yes })
      const { id, number, isExisting, conflicts } = request
      const answer = { change_request: { id, number, is_existing: isExisting, conflicts }, ids: chosen }
      print(options, answer, () => describePromoted(request, agent))
    }),
  )

export const memoriesKeep = new Command('keep')
  .description('leave memories as they are, and show them in no review')
  .addArgument(ids())
  .option('--yes', 'do not ask')
  .option('--json', 'print JSON')
  .action(async (chosen: string[], options: Agreed) => {
    const { findMemories } = await import('../memories/survey.ts')
    const { chooseMemories } = await import('../memories/decide.ts')
    const { recordDecisions } = await import('../memories/decisions.ts')
    const memories = chooseMemories((await findMemories()).memories, chosen)
    await confirm(
      `Keep ${memories.length === 1 ? 'this memory' : `${memories.length} memories`}?`,
      options.yes,
      'Nothing was remembered',
    )
    recordDecisions(chosen, 'kept')
    print(options, { ids: chosen }, () => `Kept: ${memories.map(({ statement }) => statement).join('; ')}`)
  })

export const memoriesDiscard = new Command('discard')
  .description("take memories out of the tool's own files, after showing the difference")
  .addArgument(ids())
  .option('--yes', 'do not ask before the files are written')
  .option('--json', 'print JSON')
  .action(async (chosen: string[], options: Agreed) => {
    const { findMemories } = await import('../memories/survey.ts')
    const { chooseMemories, discardAfterConsent } = await import('../memories/decide.ts')
    const found = await findMemories()
    const discarded: { id: string; files: string[] }[] = []
    for (const { id } of chooseMemories(found.memories, chosen)) {
      // A memory before may have been in the same file.
      const memory = found.readAgain(id)
      if (!memory) throw new Error(`The memory ${id} is gone: its file has changed.`)
      discarded.push({ id, files: await discardAfterConsent(found, memory, options.yes) })
    }
    print(options, { data: discarded, count: discarded.length }, () =>
      discarded.map(({ files }) => `Taken out of ${files.join(', ')}. "agent-identity memories undo" puts it back.`),
    )
  })

export const memoriesUndo = new Command('undo')
  .description('put the memory that was discarded last back into the files of the tool, and forget the decision')
  .argument('[id]', 'another memory that was discarded, or one that was kept')
  .option('--json', 'print JSON')
  .action(async (id: string | undefined, options: Agreed) => {
    const { restoreMemory } = await import('../memories/discard.ts')
    const { readDecisions, recordDecisions } = await import('../memories/decisions.ts')
    const restored = restoreMemory(id)
    if (restored) {
      print(options, restored, () => `Put back: ${restored.statement}\n  ${restored.files.join('\n  ')}`)
      return
    }
    const decision = id === undefined ? undefined : readDecisions().get(id)?.decision
    if (id === undefined || decision === undefined)
      throw new Error(id === undefined ? 'Nothing was discarded.' : `Nothing was decided about ${id}.`)
    if (decision === 'promoted') throw new Error('It was promoted: close its change request instead.')
    recordDecisions([id], undefined)
    print(options, { id, files: [] }, () => 'The next review shows it again.')
  })

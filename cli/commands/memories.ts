import { homedir } from 'node:os'
import { Command, Option } from 'commander'
import { toolsWith } from '../coding-tools/tools.ts'
import { type Layer, layers } from '../memories/memory.ts'
import type { Survey, SurveyOptions } from '../memories/survey.ts'
import { print, printNote } from '../output.ts'
import { serviceCommand } from '../service/service.ts'
import { memoriesDiscard, memoriesKeep, memoriesPromote, memoriesUndo } from './memories-decide.ts'

/** Adds the options that choose memories. */
const selected = (command: Command): Command =>
  command
    .option('--agent <agent>', 'slug or id; the only agent by default')
    .addOption(new Option('--tool <tool>', 'notes of this tool alone').choices(toolsWith('memories')))
    .option('--project <project>', 'notes about this folder or below, or about any folder with this name')

export const memories = new Command('memories').description('what coding tools noted about your rules by themselves')

memories.addCommand(
  selected(serviceCommand('list'))
    .description('list the rules in notes of coding tools, and who said them; nothing leaves this machine')
    .action(async (options: SurveyOptions) => {
      const { surveyMemories } = await import('../memories/survey.ts')
      const next = '"agent-identity memories review" decides on each.'
      await show(await surveyMemories(options), options, 'There are no rules in notes of coding tools', next)
    }),
  { isDefault: true },
)
memories.addCommand(
  selected(serviceCommand('review'))
    .description('decide about new memories; without a terminal, and with --json, list them')
    .addOption(new Option('--layer <layer>', 'the layer that is promoted to').choices(layers).default('agent'))
    .action(async (options: SurveyOptions & { layer: Layer }) => {
      const { surveyMemories } = await import('../memories/survey.ts')
      const survey = await surveyMemories(options)
      const undecided = { ...survey, memories: survey.memories.filter(({ decision }) => decision === null) }
      const isInteractive = !options.json && process.stdin.isTTY && process.stdout.isTTY
      if (isInteractive && undecided.memories.length > 0) {
        const { reviewMemories } = await import('../memories/review-memories.ts')
        await reviewMemories(undecided, options)
      } else {
        const next = '"agent-identity memories promote ID" decides on one; so do keep and discard.'
        await show(undecided, options, 'There are no new rules in notes of coding tools', next)
      }
    }),
)
for (const command of [memoriesPromote, memoriesKeep, memoriesDiscard, memoriesUndo]) memories.addCommand(command)

/** Prints memories, what was left out, and what comes next. */
async function show(survey: Survey, options: SurveyOptions, none: string, next: string): Promise<void> {
  const { asJson, countMemories, describeLeftOut, linesOf } = await import('../memories/describe-memories.ts')
  const { memories: found, leftOut, skipped, agent } = survey
  const answer = { data: found.map(asJson), count: found.length, agent: agent ?? null, left_out: leftOut, skipped }
  const isSelected = options.tool !== undefined || options.project !== undefined
  const where = isSelected ? 'that match these options' : `below ${homedir()}`
  print(options, answer, () => (found.length === 0 ? `${none} ${where}.` : found.flatMap(linesOf)))
  if (options.json) return
  for (const line of describeLeftOut(survey)) printNote(line)
  if (found.length > 0) printNote(`${countMemories(found)}. ${next}`)
}

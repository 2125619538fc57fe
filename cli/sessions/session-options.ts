import { homedir } from 'node:os'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { toolsWith } from '../coding-tools/tools.ts'
import { pluralize } from '../output.ts'
import { type SkipReason, skipReasons } from '../transcripts/session.ts'
import type { ReadOptions } from './read-sessions.ts'
import type { SkipCounts } from './session.ts'

/** Options and words that the commands about sessions share. */

/** Adds the options that choose sessions. */
export const selectionOptions = (command: Command): Command =>
  command
    .addOption(new Option('--tool <tool>', 'sessions of this tool alone').choices(toolsWith('transcripts')))
    .option('--project <project>', 'sessions in this folder or below, or in any folder with this name')
    .option('--since <time>', 'turns since a date, or of the last days or hours: 2026-11-01, 30d, 12h', parseSince)
    .option('--git <folder>', 'sessions in a git repository with checkpoints of Entire, instead of this machine')

/** @throws a usage error for text that is neither a date nor a number of days or hours. */
function parseSince(text: string): Date {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? []
  const hours = Number(count) * (unit === 'd' ? 24 : 1)
  const since = count === undefined ? new Date(text) : new Date(Date.now() - hours * 3_600_000)
  if (Number.isNaN(since.getTime()))
    throw new InvalidArgumentError('It is a date, or a number of days or hours like 30d.')
  return since
}

/** The sentence for no sessions: where they were looked for, or what left them out. */
export function describeNoSessions({ tool, project, since, git }: ReadOptions): string {
  if (tool ?? project ?? since) return 'There are no sessions that match these options.'
  if (git !== undefined) return `There are no sessions in ${git}.`
  return `There are no sessions of ${new Intl.ListFormat('en', { type: 'disjunction' }).format(toolsWith('transcripts'))} below ${homedir()}.`
}

/** Reasons of which nothing is in the name of the person. */
const ofOthers: readonly SkipReason[] = ['agent_message', 'tool_result', 'tool_record']

/** Says of each tool what does not count, with its number: first in the name of the person, then the rest. */
export function describeSkipped(skipped: SkipCounts): string[] {
  const isOfOthers = ({ reason }: { reason: SkipReason }) => ofOthers.includes(reason)
  const byTool = Map.groupBy(
    skipped.list().toSorted((a, b) => Number(isOfOthers(a)) - Number(isOfOthers(b))),
    ({ tool }) => tool,
  )
  return [...byTool].map(([tool, counts]) => {
    const parts = counts.map(({ reason, count }) => {
      const [noun, rest] = skipReasons[reason]
      return `${pluralize(count, noun)} ${rest}`.trim()
    })
    return `Skipped in ${tool}: ${parts.join(', ')}`
  })
}

/** The name of a project, with `~` for the home folder. */
export const projectName = (project: string | null): string => {
  if (project === null) return 'unknown'
  return project.startsWith(`${homedir()}/`) ? `~${project.slice(homedir().length)}` : project
}

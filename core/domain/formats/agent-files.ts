import { renderPrompt } from '../identity/prompt.ts'
import { oneLine } from '../text/markdown.ts'
import { exportPaths } from './export-paths.ts'
import { type Format, type FormatName, type Lost, lostTags, type Source } from './format.ts'
import { frontMatter, readDefinitionFile } from './markdown-file.ts'
import { asComment } from './marker.ts'
import { lostInMarkdown } from './sections.ts'
import { describeUse } from './use-description.ts'

/** Definitions of agents and skills: front matter that says when to use it, followed by the prompt. */

/** Maximum length of a skill's name, in characters; the other tools have no such limit. */
const maxName = 64

const agentFile = (path: string): Format => ({
  write: (source) => {
    const { agent, items, marker } = source
    const { description, lost } = describe(source)
    const name = agent.slug.slice(0, maxName).replace(/-$/, '')
    const content = `${frontMatter({ name, description })}${asComment(marker)}\n\n${renderPrompt(agent, items)}`
    return {
      files: [{ path: path.replace('*', name), content }],
      lost: [...lost, ...lostInMarkdown(items), ...lostTags(source)],
    }
  },
  read: readDefinitionFile,
})

export const agentFiles = {
  copilot_agent: agentFile(exportPaths.copilot_agent[0]),
  claude_subagent: agentFile(exportPaths.claude_subagent[0]),
  skill: agentFile(exportPaths.skill[0]),
} satisfies Partial<Record<FormatName, Format>>

/** One line on what the agent is for; these formats need one. */
export const summaryOf = ({ name, description, job_title }: Source['agent']): string =>
  oneLine(description ?? '') || oneLine(job_title ?? '') || `Acts as ${oneLine(name) || 'the agent'}`

function describe({ agent, items }: Source): { description: string; lost: Lost[] } {
  const { description, isWhole } = describeUse(agent, summaryOf(agent), items)
  const lost = { item_id: null, field: 'description', reason: 'cut to what the tools allow in front matter' }
  return { description, lost: isWhole ? [] : [lost] }
}

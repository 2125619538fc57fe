import { stringify } from 'yaml'
import { unprocessable } from '../../base/errors.ts'
import { renderItems, renderProfile } from '../identity/prompt.ts'
import { inline, paragraph } from '../text/markdown.ts'
import { summaryOf } from './agent-files.ts'
import { exportPaths } from './export-paths.ts'
import { describedLost, type Format, lostTags, notKept, profileLost } from './format.ts'
import { type Fields, fieldsOf, otherKeys, parseYaml, textOf } from './parse.ts'
import { readProse } from './prose.ts'
import { lostInMarkdown } from './sections.ts'

/** CrewAI's agents.yaml: responsibilities are the goal, beliefs the backstory. */
export const crewai: Format = {
  write: (source) => {
    const { agent, items, marker } = source
    const ofKind = (kind: string) => renderItems(items.filter((item) => item.kind === kind))
    const agents = {
      [agent.slug.replaceAll('-', '_')]: {
        role: inline(agent.job_title ?? '') || inline(agent.name) || 'Agent',
        goal: ofKind('responsibility') || paragraph(summaryOf(agent)),
        backstory: `${renderProfile(agent)}\n${ofKind('belief')}`,
      },
    }
    const content = `# ${marker}\n${stringify(agents, { lineWidth: 0 })}`
    return { files: [{ path: exportPaths.crewai[0], content }], lost: [...lostInMarkdown(items), ...lostTags(source)] }
  },
  read: (file, isOurs) => {
    const [agent, ...others] = Object.entries(parseYaml(file)).map(
      ([key, value]) => ({ key, ...fieldsOf(value) }) as Fields,
    )
    if (!agent || !isCrewAgent(agent))
      throw unprocessable(`The file ${file.path} must have agents with role, goal and backstory`)
    const reading = isOurs
      ? readProse([textOf(agent.goal), textOf(agent.backstory)], true)
      : { ...readProse([textOf(agent.backstory)], false), items: goalOf(agent) }
    const { role, backstory } = agent
    const lost = [
      ...profileLost({ role }),
      ...describedLost({ backstory }),
      ...notKept(otherKeys(agent, ['key', 'role', 'goal', 'backstory'])),
      ...notKept(
        others.map(({ key }) => String(key)),
        'is another agent; import it in a file of its own',
      ),
    ]
    return { ...reading, lost }
  },
}

const goalOf = ({ goal }: Fields) =>
  textOf(goal) === '' ? [] : [{ statement: textOf(goal), category: 'ownership' as const }]

export const isCrewAgent = (agent: Fields): boolean =>
  ['role', 'goal', 'backstory'].every((key) => typeof agent[key] === 'string')

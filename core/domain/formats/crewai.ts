import { unprocessable } from '#core/base/errors.ts'
import { renderItems, renderProfile } from '../identity/prompt.ts'
import { inline, paragraph } from '../text/markdown.ts'
import { summaryOf } from './agent-files.ts'
import { exportPaths } from './export-paths.ts'
import { describedLost, emptyReading, type Format, lostTags, notKept, profileLost } from './format.ts'
import { type Fields, fieldsOf, otherKeys, parseYaml, textOf } from './parse.ts'
import { type Filled, withoutInputs } from './placeholders.ts'
import { readProse } from './prose.ts'
import { lostInMarkdown } from './sections.ts'
import { yamlOf } from './yaml-text.ts'

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
    const content = `# ${marker}\n${yamlOf(agents)}`
    return { files: [{ path: exportPaths.crewai[0], content }], lost: [...lostInMarkdown(items), ...lostTags(source)] }
  },
  read: (file, isOurs) => {
    const [agent, ...others] = Object.entries(parseYaml(file)).map(
      ([key, value]) => ({ key, ...fieldsOf(value) }) as Fields,
    )
    if (agent && isCrewTask(agent))
      return { ...emptyReading(), lost: notKept(namesOf([agent, ...others]), 'is a task') }
    if (!agent || !isCrewAgent(agent))
      throw unprocessable(`The file ${file.path} must have agents with role, goal and backstory`)
    const [goal, story] = [agent.goal, agent.backstory].map((text) => withoutInputs(textOf(text))) as [Filled, Filled]
    const items = goal.text === '' ? [] : [{ statement: goal.text, category: 'ownership' as const }]
    const reading = isOurs
      ? readProse([textOf(agent.goal), textOf(agent.backstory)], true)
      : { ...readProse([story.text], false), items }
    const { role, backstory } = agent
    const lost = [
      ...profileLost({ role }),
      ...describedLost({ backstory }),
      ...notKept(otherKeys(agent, ['key', 'role', 'goal', 'backstory'])),
      ...(isOurs ? [] : withoutInputs(`${textOf(agent.goal)} ${textOf(agent.backstory)}`).lost),
      ...notKept(namesOf(others), 'is another agent; import it in a file of its own'),
    ]
    return { ...reading, lost }
  },
}

const namesOf = (entries: readonly Fields[]) => entries.map(({ key }) => String(key))

/** A task of `tasks.yaml`, which is next to `agents.yaml`. */
export const isCrewTask = (task: Fields): boolean =>
  typeof task.description === 'string' && [task.expected_output, task.agent].some((value) => typeof value === 'string')

export const isCrewAgent = (agent: Fields): boolean =>
  ['role', 'goal', 'backstory'].every((key) => typeof agent[key] === 'string')

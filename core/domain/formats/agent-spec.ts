import { unprocessable } from '#core/base/errors.ts'
import { renderPrompt } from '../identity/prompt.ts'
import { summaryOf } from './agent-files.ts'
import { exportPaths } from './export-paths.ts'
import { type Format, type FormatFile, lostTags, notKept, profileLost } from './format.ts'
import { otherKeys, parseJson, parseYaml, textOf } from './parse.ts'
import { readFilled, readProse } from './prose.ts'
import { lostInMarkdown } from './sections.ts'
import { yamlOf } from './yaml-text.ts'

/** Oracle's Open Agent Specification: the prompt is the system prompt of an agent. */
export const agentSpec: Format = {
  write: (source) => {
    const { agent, items, marker } = source
    const spec = {
      component_type: 'Agent',
      agentspec_version: '26.1.0',
      id: agent.id,
      name: agent.name,
      description: summaryOf(agent),
      metadata: {},
      llm_config: {
        component_type: 'OpenAiCompatibleConfig',
        id: 'model',
        name: 'model',
        url: 'http://localhost:8000',
        model_id: 'model',
      },
      system_prompt: renderPrompt(agent, items),
      tools: [],
    }
    return {
      files: [{ path: exportPaths.agent_spec[0], content: `# ${marker}\n${yamlOf(spec)}` }],
      lost: [
        { item_id: null, field: 'llm_config', reason: 'an identity has no model, so the file names one to replace' },
        ...lostInMarkdown(items),
        ...lostTags(source),
      ],
    }
  },
  read: (file, isOurs) => {
    const spec = parse(file)
    if (textOf(spec.component_type) !== 'Agent')
      throw unprocessable(`The file ${file.path} must be an Agent Spec component of type Agent`)
    const { name, description } = spec
    const texts = [textOf(spec.system_prompt)]
    if (isOurs) return readProse(texts, true)
    const reading = readFilled(texts, textOf(name))
    return {
      ...reading,
      lost: [...profileLost({ name, description }), ...notKept(otherKeys(spec, read)), ...reading.lost],
    }
  },
}

const read = ['component_type', 'agentspec_version', 'id', 'name', 'description', 'system_prompt']
const parse = (file: FormatFile) => (file.content.trimStart().startsWith('{') ? parseJson(file) : parseYaml(file))

import { parse as readToml } from 'smol-toml'
import { unprocessable } from '../../base/errors.ts'
import { emptyReading, type FormatFile, notKept, profileLost, type Reading } from './format.ts'
import { type Fields, fieldsOf, listOf, otherKeys, parseJson, textOf } from './parse.ts'

/**
 * Files that hold one prompt among settings: OpenAI assistants, Langfuse prompts and Codex agents. They are read like a
 * rules file, and nothing is exported to them.
 */

const promptKeys = ['instructions', 'developer_instructions', 'prompt']

const isAssistant = (fields: Fields) =>
  typeof fields.instructions === 'string' && ('model' in fields || fields.object === 'assistant' || 'tools' in fields)
const isLangfusePrompt = ({ prompt, ...others }: Fields) =>
  (typeof prompt === 'string' || Array.isArray(prompt)) && ['version', 'labels', 'type'].some((key) => key in others)

export const isPromptFile = (fields: Fields): boolean => isAssistant(fields) || isLangfusePrompt(fields)

/** The prompt as prose; the settings are reported as lost. */
function readFields(fields: Fields): Reading {
  const key = promptKeys.find((name) => isText(fields[name])) ?? 'prompt'
  const value = fields[key]
  // In a chat prompt the instructions are the agent's, and the other messages are examples.
  const messages = listOf(value)
  const instructions = messages.filter(({ role }) => textOf(role) === 'system' || textOf(role) === 'developer')
  const prose = Array.isArray(value) ? instructions.map(({ content }) => textOf(content)).join('\n\n') : textOf(value)
  const { name, description } = fields
  return {
    ...emptyReading(),
    prose,
    lost: [
      ...profileLost({ name, description }),
      ...(messages.length > instructions.length ? notKept(['prompt'], 'has messages that are no instructions') : []),
      ...notKept(new Set(prose.match(/\{\{[^{}]{1,100}\}\}/g)), 'is a variable, which has no value in an identity'),
      ...notKept(otherKeys(fields, [key, 'name', 'description'])),
    ],
  }
}

const isText = (value: unknown) => typeof value === 'string' || Array.isArray(value)

export const isToml = ({ path }: FormatFile): boolean => /\.toml$/i.test(path)

/** @throws 422 if the file is neither JSON nor TOML, or has no prompt. */
export const readPromptFile = (file: FormatFile): Reading =>
  isToml(file) ? readTomlFile(file) : readFields(parseJson(file))

/** A Codex agent: TOML with instructions. */
function readTomlFile({ path, content }: FormatFile): Reading {
  let fields: Fields
  try {
    fields = fieldsOf(readToml(content, { maxDepth: 32 }))
  } catch {
    throw unprocessable(`The file ${path} must be valid TOML`)
  }
  if (!promptKeys.some((key) => textOf(fields[key]) !== ''))
    throw unprocessable(`The file ${path} must have developer_instructions, instructions or prompt`)
  return readFields(fields)
}

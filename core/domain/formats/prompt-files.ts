import { parse as readToml } from 'smol-toml'
import { tooLarge, unprocessable } from '#core/base/errors.ts'
import { emptyReading, type FormatFile, type Lost, notKept, profileLost, type Reading } from './format.ts'
import { type Fields, fieldsOf, listOf, otherKeys, parseJson, parseYaml, requireFields, textOf } from './parse.ts'
import { withoutInputs, withoutPlaceholders } from './placeholders.ts'

/**
 * Files that hold one prompt among settings: OpenAI assistants and GPTs, prompts of Langfuse and LangChain, agents of
 * Codex and Kiro, modes of Roo, recipes of Goose, rules of Continue. They are read like a rules file, and nothing is
 * exported to them.
 */

const promptKeys = [
  'instructions',
  'developer_instructions',
  'system_prompt',
  'systemPrompt',
  'prompt',
  'template',
  'messages',
  'rules',
]

/** The object that has the prompt: some tools wrap it, or list several. The others are not read. */
function unwrap(fields: Fields): { inner: Fields; others: Fields[] } {
  const { customModes, gizmo, kwargs, data } = fields
  const wrapped = [customModes, data].find((list) => listOf(list).some(hasPrompt))
  const [inner = fields, ...others] =
    wrapped === undefined ? [fieldsOf(gizmo), fieldsOf(kwargs)].filter(hasPrompt) : listOf(wrapped)
  return { inner, others }
}

const hasPrompt = (fields: Fields): boolean =>
  promptKeys.some((key) => isPrompt(fields[key])) || textOf(fields.roleDefinition) !== ''

/** A text, the messages of a chat, or a list of rules. */
const isPrompt = (value: unknown) =>
  textOf(value) !== '' || (Array.isArray(value) && value.some((each) => textsIn(each).length > 0))

export const isPromptFile = (fields: Fields): boolean => hasPrompt(unwrap(fields).inner)

/** The text of a message or of a rule: a message of somebody else is an example. */
function textsIn(entry: unknown): string[] {
  if (typeof entry === 'string') return entry.trim() === '' ? [] : [entry]
  const { role, content, rule, kwargs, id } = fieldsOf(entry)
  const template = fieldsOf(fieldsOf(fieldsOf(kwargs).prompt).kwargs).template
  const isSystem =
    role === undefined
      ? /^System/.test(String(listOfTexts(id).at(-1) ?? 'System'))
      : /^(?:system|developer)$/.test(textOf(role))
  const text = textOf(content) || textOf(rule) || textOf(template)
  return isSystem && text !== '' ? [text] : []
}
const listOfTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : [])

/** The prompt as prose; the settings are reported as lost. */
function readFields(fields: Fields): Reading {
  const { inner, others } = unwrap(fields)
  const key = promptKeys.find((name) => isPrompt(inner[name])) ?? 'prompt'
  const value = inner[key]
  const entries = Array.isArray(value) ? value : []
  const texts = Array.isArray(value) ? entries.flatMap(textsIn) : [textOf(value)]
  // A rule of a list is one statement, whatever its lines are; messages are prose.
  const written = key === 'rules' ? texts.map((text) => (text.includes('\n') ? text : `- ${text}`)) : texts
  const roles = [textOf(inner.roleDefinition), textOf(inner.customInstructions)]
  const { name, slug, title, description } = inner
  // LangChain's texts are format strings of Python.
  const fill = Array.isArray(inner.input_variables) ? withoutInputs : (text: string) => withoutPlaceholders(text, '')
  const filled = [...roles, ...written].filter((text) => text !== '').map((text) => fill(text))
  const read = [key, 'name', 'slug', 'title', 'description', 'roleDefinition', 'customInstructions']
  return {
    ...emptyReading(),
    prose: filled.map(({ text }) => text).join('\n\n'),
    lost: [
      ...profileLost({ name, slug, title, description }),
      ...(entries.length > texts.length ? notKept([key], 'has messages that are no instructions') : []),
      ...filled.flatMap(({ lost }): Lost[] => lost),
      ...notKept(otherKeys(inner, read)),
      ...(inner === fields ? [] : notKept(otherKeys(fields, ['customModes', 'gizmo', 'kwargs', 'data']))),
      ...notKept(
        others.map((other) => textOf(other.name) || textOf(other.slug) || 'data'),
        'is another one; import it by itself',
      ),
    ],
  }
}

export const isToml = ({ path }: FormatFile): boolean => /\.toml$/i.test(path)

/** @throws 422 if the file is neither JSON, YAML nor TOML, or has no prompt. */
export function readPromptFile(file: FormatFile): Reading {
  if (isToml(file)) return readTomlFile(file)
  return readFields(file.content.trimStart().startsWith('{') ? parseJson(file) : parseYaml(file))
}

/** In characters. A MiB of small tables takes 170 MB (measured). */
const maxToml = 1024 * 1024
/**
 * More than 32 names with dots between them: each is a table in the one before. A MiB of them took 400 MB (measured).
 */
const deepKey = /(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){32}/

/** A Codex agent: TOML with instructions. */
function readTomlFile({ path, content }: FormatFile): Reading {
  if (content.length > maxToml) throw tooLarge(`The file ${path} must be at most ${maxToml / 1024 / 1024} MiB of TOML`)
  if (deepKey.test(content)) throw unprocessable(`The file ${path} must not be nested deeper than 32 levels`)
  let read: unknown
  try {
    read = readToml(content, { maxDepth: 32 })
  } catch {
    throw unprocessable(`The file ${path} must be valid TOML`)
  }
  const fields = requireFields(path, read)
  if (!isPromptFile(fields))
    throw unprocessable(`The file ${path} must have developer_instructions, instructions or prompt`)
  return readFields(fields)
}

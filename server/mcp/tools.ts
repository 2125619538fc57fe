import type { TSchema } from 'typebox'
import { badRequest } from '#core/base/errors.ts'
import type { Operations } from '../http/operations/operations.ts'
import { camelCase } from '../http/requests/key-case.ts'
import { describeArgument, impliedFieldsOf } from './argument-descriptions.ts'
import type { CallOperation, OperationTool, ToolDefinition, Toolset } from './tool.ts'
import { inToolWords, type NamedArgument } from './tool-errors.ts'
import { inputSchema, outputSchema } from './tool-schemas.ts'
import { adminTools } from './toolsets/admin.ts'
import { discoveryTools } from './toolsets/discovery.ts'
import { identityTools } from './toolsets/identity.ts'
import { organizationTools } from './toolsets/organization.ts'
import { personaTools } from './toolsets/persona.ts'
import { reviewTools } from './toolsets/review.ts'

/** Tools as MCP lists and calls them, built from their tables and from the operations that they call. */

const toolsets: Record<Toolset, readonly ToolDefinition[]> = {
  identity: identityTools,
  review: reviewTools,
  discovery: discoveryTools,
  organization: organizationTools,
  admin: adminTools,
  persona: personaTools,
}

interface InputSchema {
  type: 'object'
  properties: Record<string, { description?: string }>
  required?: string[]
}

/** An entry of `tools/list`. */
interface Listed {
  name: string
  title: string
  description: string
  inputSchema: InputSchema
  /** Absent where the whole answer is one text: clients show the model the JSON of a tool that has a schema. */
  outputSchema?: { type: 'object'; [key: string]: unknown }
  annotations: {
    title: string
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

type ToolAnswer = Record<string, unknown> | string

export interface Tool {
  listed: Listed
  /** The operations that the tool calls. A caller who may not call all of them does not see the tool. */
  operations: readonly string[]
  /** Records that the tool lists, named as errors name them. */
  lists: readonly string[]
  /** Returns an object, or a text where the whole answer is one; never an array. @throws AppError */
  run(args: Record<string, unknown>, call: CallOperation, orgId: string | undefined): Promise<ToolAnswer>
}

/** Caches the tools of each toolset, because their schemas are long. */
const known = new WeakMap<Operations, Map<Toolset, Map<string, Tool>>>()

function toolsOfToolset(name: Toolset, operations: Operations): Map<string, Tool> {
  const made = known.get(operations) ?? new Map<Toolset, Map<string, Tool>>()
  known.set(operations, made)
  let tools = made.get(name)
  if (!tools) {
    const all = toolsets[name].map((definition) =>
      'operation' in definition ? operationTool(definition, operations) : compositeTool(definition, operations),
    )
    tools = new Map(all.map((tool) => [tool.listed.name, tool]))
    made.set(name, tools)
  }
  return tools
}

/** Returns the tools of the chosen toolsets by name; if two have the same name, the later toolset wins. */
export const toolsOf = (names: readonly Toolset[], operations: Operations): Map<string, Tool> =>
  new Map(names.flatMap((name) => [...toolsOfToolset(name, operations)]))

/** Finds one tool of `toolsOf` without merging the toolsets. */
export function findTool(name: string, names: readonly Toolset[], operations: Operations): Tool | undefined {
  const toolset = names.findLast((each) => toolsOfToolset(each, operations).has(name))
  if (toolset) return toolsOfToolset(toolset, operations).get(name)
  // Clients that remember the longer names of earlier versions go on to work.
  const shorter = name.replace('_organization_', '_org_')
  return shorter === name ? undefined : findTool(shorter, names, operations)
}

function operationTool(definition: OperationTool, operations: Operations): Tool {
  const operation = operations.get(definition.operation)
  const { fixed = {}, required = [] } = definition
  const args = definition.args.map((arg) => {
    const [name, key = name] = arg.split('=') as [string, string?]
    const schema = operation.input.properties[key]
    if (!schema) throw new Error(`${definition.operation} takes no ${key}`)
    const written = describeArgument(definition.operation, key)
    // A description of ours explains the entries of a list as well.
    const presentation = {
      spell: camelCase,
      isDescribed: written !== undefined,
      omit: impliedFieldsOf(definition.operation),
    }
    const shown = inputSchema(schema, presentation)
    const description = written ?? (shown.description as string | undefined)
    return {
      name,
      key,
      description,
      schema: { ...shown, ...(description && { description }) },
      required: operation.input.required.includes(key) || required.includes(name),
    }
  })
  // The organization in the address is the key's own, unless the tool takes it as an argument.
  const ownOrganization = operation.partOf.orgId === 'params' && !args.some(({ key }) => key === 'orgId')
  return {
    listed: {
      ...described(definition, operation.method),
      inputSchema: inputOf(
        Object.fromEntries(args.map(({ name, schema }) => [name, schema])),
        args.flatMap(({ name, required }) => (required ? [name] : [])),
      ),
      ...(!operation.answersText && { outputSchema: outputOf(operation.output) }),
    },
    operations: [definition.operation],
    lists: definition.lists ?? [],
    async run(values, call, orgId) {
      const present = args.flatMap(({ name, key }) =>
        values[name] === undefined ? [] : [[key, values[name]] as const],
      )
      const all = { ...Object.fromEntries(present), ...fixed, ...(ownOrganization && { orgId }) }
      return answerOf(call(definition.operation, all), args)
    },
  }
}

function compositeTool(definition: Exclude<ToolDefinition, OperationTool>, operations: Operations): Tool {
  const { properties, required = [] } = definition
  const args = Object.entries(properties).map(([name, { description }]) => ({ name, key: name, description }))
  for (const id of definition.operations) operations.get(id)
  return {
    listed: {
      ...described(definition, 'POST'),
      inputSchema: inputOf({ ...properties }, [...required]),
      outputSchema: { type: 'object' },
    },
    operations: definition.operations,
    lists: definition.lists ?? [],
    async run(values, call) {
      requireTexts(properties, values)
      return answerOf(definition.run(values, call), args)
    },
  }
}

/** @throws 400 for an argument that is to be a text and is none: several operations may take it under other names. */
function requireTexts(
  properties: Extract<ToolDefinition, { run: unknown }>['properties'],
  values: Record<string, unknown>,
) {
  for (const [name, { type, description }] of Object.entries(properties))
    if (type === 'string' && values[name] !== undefined && typeof values[name] !== 'string')
      throw badRequest(`${name} must be a string: ${description}`)
}

function described({ name, title, description, example, readOnly, destructive }: ToolDefinition, method: string) {
  const readOnlyHint = readOnly ?? method === 'GET'
  return {
    name,
    title,
    description: `${description} Example: ${JSON.stringify(example)}`,
    annotations: {
      title,
      readOnlyHint,
      destructiveHint: !readOnlyHint && (destructive ?? method === 'DELETE'),
      idempotentHint: method !== 'POST',
      // No tool reaches outside of the service; imports run inside it.
      openWorldHint: false,
    },
  }
}

const inputOf = (properties: InputSchema['properties'], required: string[]): InputSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

const answerOf = async (answer: Promise<unknown>, args: readonly NamedArgument[]) =>
  textOrObject(
    await answer.catch((error) => {
      throw inToolWords(error, args)
    }),
  )

/** Wraps a list as `data`, because structured content is an object. */
const textOrObject = (value: unknown): ToolAnswer => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return { data: value }
  // Next steps name routes, where a model has tools.
  const { next_steps: _, ...answer } = value as Record<string, unknown>
  return answer
}

const outputOf = (schema: TSchema | undefined) =>
  (schema
    ? outputSchema(schema)
    : { type: 'object', properties: { data: { type: 'array' } }, required: ['data'] }) as Listed['outputSchema']

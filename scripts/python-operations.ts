/** Writes the part of the Python client that the OpenAPI document determines: a method for each operation, and their types. */

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  format?: string
}

type Content = Record<string, { schema: Schema }>

interface Operation {
  operationId: string
  summary?: string
  parameters?: { in: string; name: string; schema: Schema; required?: boolean }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

interface Document {
  paths: Record<string, { servers?: unknown } & Record<string, Operation>>
}

interface Parameter {
  /** The name in Python. */
  name: string
  type: string
  required: boolean
  /** The name in the API. */
  key: string
  location: 'path' | 'query' | 'body' | 'file'
}

interface Method {
  name: string
  verb: string
  path: string
  summary: string
  parameters: Parameter[]
  hasBody: boolean
  result: string
}

const keywords = new Set([
  'from',
  'import',
  'class',
  'def',
  'global',
  'in',
  'is',
  'not',
  'or',
  'and',
  'as',
  'with',
  'lambda',
])

/** The two files by name. @param firstLine the comment that they begin with */
export function pythonOperations(document: object, firstLine: string): Record<'_operations.py' | 'types.py', string> {
  const types = new TypeNames()
  const methods = operationsOf(document as Document, types)
  const names = types.declared.map(({ name }) => name)
  const used = names.filter((name) => methods.some((method) => mentions(method, name)))
  return {
    'types.py': [
      firstLine,
      '"""Data that the service sends and accepts. Open enums: a later version may send words not listed here."""',
      '',
      'from __future__ import annotations',
      '',
      'from typing import Any, Literal, Union',
      '',
      'from typing_extensions import NotRequired, TypedDict',
      '',
      ...types.declared.map(({ text }) => `\n${text}\n`),
    ].join('\n'),
    '_operations.py': [
      firstLine,
      'from __future__ import annotations',
      '',
      'from abc import ABC, abstractmethod',
      'from typing import Any, BinaryIO, Literal, Union',
      '',
      'from ._request import UNSET, Call',
      'from .types import (',
      ...used.sort().map((name) => `    ${name},`),
      ')',
      '',
      '',
      ...classText('Operations', methods, false),
      '',
      '',
      ...classText('AsyncOperations', methods, true),
      '',
    ].join('\n'),
  }
}

const mentions = ({ result, parameters }: Method, name: string) => {
  const pattern = new RegExp(`\\b${name}\\b`)
  return pattern.test(result) || parameters.some(({ type }) => pattern.test(type))
}

function operationsOf(document: Document, types: TypeNames): Method[] {
  const operations = Object.entries(document.paths).flatMap(([path, { servers, ...item }]) =>
    // An operation with servers of its own is outside the API's prefix.
    servers
      ? []
      : Object.entries(item as Record<string, Operation>).map(([verb, operation]) => ({ path, verb, operation })),
  )
  // A record is named after the operation that reads it, not after the list in which it was met first.
  const order = (name: string) => {
    const order = ['get', 'create', 'update', 'list'].findIndex((verb) => name.startsWith(verb))
    return order === -1 ? 4 : order
  }
  return operations
    .toSorted((a, b) => order(a.operation.operationId) - order(b.operation.operationId))
    .map(({ path, verb, operation }) => {
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
      const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
      const [contentType, content] = Object.entries(answer?.content ?? {})[0] ?? []
      const name = operation.operationId
      const result =
        contentType === 'application/json'
          ? types.of(content!.schema, resultName(name), `${pascal(name)}Result`)
          : 'str'
      return {
        name: snake(name),
        verb: verb.toUpperCase(),
        path,
        summary: operation.summary ?? '',
        parameters: parametersOf(operation, body, types, pascal(name)),
        hasBody: body !== undefined,
        result,
      }
    })
}

/** `getAgent`, `createAgent` → `Agent`; `listAgents` → `AgentList`; any other operation → `…Result`. */
function resultName(operation: string): string {
  const [, verb, noun] = /^(get|create|update|list)?(.*)$/.exec(operation)!
  if (verb === undefined) return `${pascal(operation)}Result`
  return verb === 'list' ? `${singular(noun!)}List` : pascal(noun!)
}

function parametersOf(operation: Operation, body: Schema | undefined, types: TypeNames, noun: string): Parameter[] {
  const found = new Map<string, Parameter>()
  const add = (key: string, schema: Schema, required: boolean, location: Parameter['location']) => {
    const name = snake(key)
    // If a key appears in several parts of a request, the path wins.
    if (found.has(name)) return
    const isFile = location === 'body' && schema.format === 'binary'
    const type = isFile ? 'Union[bytes, BinaryIO]' : types.of(schema, `${noun}${pascal(key)}`)
    found.set(name, {
      name: keywords.has(name) ? `${name}_` : name,
      type,
      required,
      key,
      location: isFile ? 'file' : location,
    })
  }
  for (const { in: location, name, schema, required } of operation.parameters ?? []) {
    if (location === 'path' || location === 'query') add(name, schema, required === true, location)
  }
  const forms = body ? [body, ...(body.anyOf ?? [])] : []
  for (const form of forms) {
    for (const [key, property] of Object.entries(form.properties ?? {})) {
      add(key, property, form === body && (form.required ?? []).includes(key), 'body')
    }
  }
  return [...found.values()].sort((a, b) => Number(b.required) - Number(a.required))
}

function classText(name: string, methods: Method[], isAsync: boolean): string[] {
  const prefix = isAsync ? 'async ' : ''
  const wait = isAsync ? 'await ' : ''
  return [
    `class ${name}(ABC):`,
    '    """Each route of the API, with keyword arguments."""',
    '',
    '    @abstractmethod',
    `    ${prefix}def _call(self, call: Call) -> Any: ...`,
    ...methods.flatMap((method) => [
      '',
      ...signature(method, prefix),
      `        """${method.summary.replaceAll('"', "'")}. \`\`${method.verb} ${method.path}\`\`"""`,
      `        answer: ${method.result} = ${wait}self._call(`,
      `            Call.of(`,
      `                "${method.verb}",`,
      `                "${method.path}",`,
      `                ${dictionary(method, 'path')},`,
      ...(method.parameters.some(({ location }) => location === 'query')
        ? [`                ${dictionary(method, 'query')},`]
        : []),
      ...(method.hasBody ? [`                body=${dictionary(method, 'body')},`] : []),
      ...method.parameters
        .filter(({ location }) => location === 'file')
        .map(({ name }) => `                file=${name},`),
      `            )`,
      `        )`,
      `        return answer`,
    ]),
  ]
}

function signature({ name, parameters, result }: Method, prefix: string): string[] {
  if (parameters.length === 0) return [`    ${prefix}def ${name}(self) -> ${result}:`]
  return [
    `    ${prefix}def ${name}(`,
    '        self,',
    '        *,',
    ...parameters.map(({ name, type, required, location }) => {
      if (required) return `        ${name}: ${type},`
      return location === 'query'
        ? `        ${name}: Union[${type}, None] = None,`
        : `        ${name}: ${type} = UNSET,`
    }),
    `    ) -> ${result}:`,
  ]
}

const dictionary = ({ parameters }: Method, location: Parameter['location']) =>
  `{${parameters
    .filter((parameter) => parameter.location === location)
    .map(({ key, name }) => `"${key}": ${name}`)
    .join(', ')}}`

/** Collects the types of schemas. Objects of the same shape are one TypedDict, named where it was met first. */
class TypeNames {
  readonly declared: { name: string; text: string }[] = []
  private readonly byShape = new Map<string, string>()
  private readonly taken = new Set<string>()

  /** @param otherwise the name to use if another shape has taken the wish */
  of(schema: Schema, wish: string, otherwise?: string): string {
    if (schema.anyOf) return union(schema.anyOf.map((option, index) => this.of(option, `${wish}${index || ''}`)))
    if (Array.isArray(schema.type)) {
      return union(schema.type.map((type) => (type === 'null' ? 'None' : this.of({ ...schema, type }, wish))))
    }
    if (schema.enum) {
      const words = schema.enum.filter((word) => typeof word === 'string')
      const literal =
        words.length > 0 ? [`Literal[${words.map((word) => JSON.stringify(word)).join(', ')}]`, 'str'] : []
      return union([...literal, ...(schema.enum.includes(null) ? ['None'] : [])])
    }
    switch (schema.type) {
      case 'string':
        return 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `list[${schema.items ? this.of(schema.items, itemName(wish)) : 'Any'}]`
      case 'object':
        return schema.properties ? this.object(schema, wish, otherwise) : `dict[str, ${this.values(schema, wish)}]`
      default:
        return 'Any'
    }
  }

  private values(schema: Schema, wish: string): string {
    return typeof schema.additionalProperties === 'object'
      ? this.of(schema.additionalProperties, `${wish}Value`)
      : 'Any'
  }

  private object(schema: Schema, wish: string, otherwise = wish): string {
    const required = new Set<string>(schema.required ?? [])
    // Names of nested types depend on the wish, so a shape is identified by the schema itself.
    const shape = JSON.stringify([schema.properties, [...required].sort()], withoutLimits)
    const known = this.byShape.get(shape)
    if (known) return known
    const name = this.free(this.taken.has(wish) ? otherwise : wish)
    this.byShape.set(shape, name)
    const fields = Object.entries(schema.properties ?? {}).map(([key, property]) => {
      const type = this.of(property, `${wish}${pascal(key)}`)
      return `        "${key}": ${required.has(key) ? type : `NotRequired[${type}]`},`
    })
    this.declared.push({
      name,
      text: [`${name} = TypedDict(`, `    "${name}",`, '    {', ...fields, '    },', ')'].join('\n'),
    })
    return name
  }

  private free(wish: string): string {
    let name = wish
    for (let number = 2; this.taken.has(name); number++) name = `${wish}${number}`
    this.taken.add(name)
    return name
  }
}

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/(?<!s|consensu)s$/, '')

/** The name of an array's entries: `AgentList` and its `data` → `AgentListItem`. */
const itemName = (wish: string) => (/List(Data)?$/.test(wish) ? `${wish.replace(/Data$/, '')}Item` : singular(wish))

const withoutLimits = (key: string, value: unknown) =>
  /^(maxLength|minLength|maxItems|minItems|minimum|maximum|pattern|format|x-.*|maxProperties|minProperties|default)$/.test(
    key,
  )
    ? undefined
    : value

function union(types: string[]): string {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`
}

const pascal = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

const snake = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()

/** Writes the part of the Python client that the OpenAPI document determines: a method for each operation, and their types. */

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
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
  components: { schemas: Record<string, Schema> }
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
export function pythonOperations(document: object, firstLine: string): Record<'operations.py' | 'types.py', string> {
  const types = new TypeNames((document as Document).components.schemas)
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
    'operations.py': [
      firstLine,
      'from __future__ import annotations',
      '',
      'from abc import ABC, abstractmethod',
      'from typing import Any, BinaryIO, Literal, Union',
      '',
      'from .._request import UNSET, Call',
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
  return operations.map(({ path, verb, operation }) => {
    const body = types.resolved(Object.values(operation.requestBody?.content ?? {})[0]?.schema)
    const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
    const [contentType, content] = Object.entries(answer?.content ?? {})[0] ?? []
    const name = operation.operationId
    const result = contentType === 'application/json' ? types.of(content!.schema) : 'str'
    return {
      name: snake(name),
      verb: verb.toUpperCase(),
      path,
      summary: operation.summary ?? '',
      parameters: parametersOf(operation, body, types),
      hasBody: body !== undefined,
      result,
    }
  })
}

function parametersOf(operation: Operation, body: Schema | undefined, types: TypeNames): Parameter[] {
  const found = new Map<string, Parameter>()
  const add = (key: string, schema: Schema, required: boolean, location: Parameter['location']) => {
    const name = snake(key)
    // If a key appears in several parts of a request, the path wins.
    if (found.has(name)) return
    const isFile = location === 'body' && schema.format === 'binary'
    const type = isFile ? 'Union[bytes, BinaryIO]' : types.of(schema)
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
  const forms = body ? [body, ...(body.anyOf ?? []).map((form) => types.resolved(form)!)] : []
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

/** Declares a type for each component that is used. */
class TypeNames {
  readonly declared: { name: string; text: string }[] = []
  readonly #schemas: Record<string, Schema>

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
  }

  of(schema: Schema): string {
    if (schema.$ref) return this.#declare(schema.$ref.split('/').at(-1)!)
    if (schema.anyOf) return union(schema.anyOf.map((option) => this.of(option)))
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.of({ ...schema, type })))
    if (schema.const) return union([`Literal[${JSON.stringify(schema.const)}]`, 'str'])
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
        return `list[${schema.items ? this.of(schema.items) : 'Any'}]`
      case 'object':
        return `dict[str, ${typeof schema.additionalProperties === 'object' ? this.of(schema.additionalProperties) : 'Any'}]`
      default:
        return 'Any'
    }
  }

  /** The schema itself, in place of a reference to it. */
  resolved(schema: Schema | undefined): Schema | undefined {
    return schema?.$ref ? this.#schemas[schema.$ref.split('/').at(-1)!] : schema
  }

  #declare(name: string): string {
    const schema = this.#schemas[name]!
    if (!this.declared.some((type) => type.name === name)) {
      const text = schema.enum
        ? `${name} = Union[Literal[${schema.enum.map((word) => JSON.stringify(word)).join(', ')}], str]`
        : schema.properties
          ? this.#dictionary(name, schema)
          : `${name} = ${this.of(schema)}`
      this.declared.push({ name, text })
    }
    return name
  }

  #dictionary(name: string, { properties = {}, required = [] }: Schema): string {
    const fields = Object.entries(properties).map(([key, property]) => {
      const type = this.of(property)
      return `        "${key}": ${required.includes(key) ? type : `NotRequired[${type}]`},`
    })
    return [`${name} = TypedDict(`, `    "${name}",`, '    {', ...fields, '    },', ')'].join('\n')
  }
}

function union(types: string[]): string {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`
}

const snake = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()

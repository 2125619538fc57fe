import { ResourceNotFoundError, Server } from '@modelcontextprotocol/server'

/** The tools, resources and prompts that the protocol's conformance suite requests, instead of the service's own. */

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const text = (said: string) => ({ type: 'text' as const, text: said })
const image = { type: 'image' as const, data: png, mimeType: 'image/png' }
const resource = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'An embedded resource.' },
})
const nothing = { type: 'object' as const, properties: {} }

const contents = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio' as const, data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: [resource('test://embedded-resource')],
  test_multiple_content_types: [text('Several types:'), image, resource('test://mixed-content-resource')],
  test_tool_with_progress: [text('Done')],
}

const schemaTool = {
  name: 'json_schema_2020_12_tool',
  description: 'json_schema_2020_12_tool',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
}

const argument = (name: string) => ({ name, description: name, required: true })
const prompts = {
  test_simple_prompt: { arguments: [], content: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    content: ({ arg1, arg2 }: Record<string, string>) => [
      text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ],
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    content: ({ resourceUri }: Record<string, string>) => [resource(resourceUri!), text('Process the resource above.')],
  },
  test_prompt_with_image: { arguments: [], content: () => [image, text('Analyze the image above.')] },
}

export function newFixtureServer(): Server {
  const server = new Server(
    { name: 'fixtures', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {} } },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: [
      ...[...Object.keys(contents), 'test_error_handling'].map((name) => ({
        name,
        description: name,
        inputSchema: nothing,
      })),
      schemaTool,
    ],
  }))
  server.setRequestHandler('tools/call', async ({ params: { name, _meta } }, ctx) => {
    if (name === 'test_error_handling') return { isError: true, content: [text('This tool fails.')] }
    const progressToken = _meta?.progressToken
    if (name === 'test_tool_with_progress' && progressToken !== undefined) {
      for (const progress of [0, 50, 100])
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    }
    return { content: contents[name as keyof typeof contents] ?? [] }
  })
  const plain = { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' }
  const binary = { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png' }
  server.setRequestHandler('resources/list', () => ({ resources: [plain, binary] }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'data', mimeType: 'application/json' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? []
    if (uri === plain.uri) return { contents: [{ uri, mimeType: plain.mimeType, text: 'A static text resource.' }] }
    if (uri === binary.uri) return { contents: [{ uri, mimeType: binary.mimeType, blob: png }] }
    if (id === undefined) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ${id}` }) }] }
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, { arguments: names }]) => ({
      name,
      description: name,
      arguments: names.map(argument),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const { content } = prompts[params.name as keyof typeof prompts]
    return {
      messages: content((params.arguments ?? {}) as Record<string, string>).map((each) => ({
        role: 'user' as const,
        content: each,
      })),
    }
  })
  return server
}

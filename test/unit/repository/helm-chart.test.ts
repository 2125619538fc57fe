import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../../server/config.ts'

/** The values of the Helm chart match their schema, its templates, and the settings of the service. */

const chart = join(import.meta.dirname, '../../../deploy/helm/agent-identity')
const read = (file: string) => readFileSync(join(chart, file), 'utf8')

const defaults = parse(read('values.yaml'))
const matches = new Ajv({ strict: false, validateSchema: false }).compile({
  ...JSON.parse(read('values.schema.json')),
  $schema: undefined,
})
const required = {
  image: { ...defaults.image, repository: 'registry.example.com/agent-identity', tag: '0.1.0' },
  publicUrl: 'https://agents.example.com',
  secretName: 'agent-identity',
}

test('the values need the image, the address and the Secret, and nothing else', () => {
  expect(matches(defaults)).toBe(false)
  expect(matches({ ...defaults, ...required })).toBe(true)
  for (const name of Object.keys(required))
    expect([name, matches({ ...defaults, ...required, [name]: defaults[name] })]).toEqual([name, false])
})

test.each([
  { replicas: 0 },
  { publicUrl: 'agents.example.com' },
  { settings: { log_level: 'warn' } },
  { settings: { PORT: 3000 } },
  { image: { ...required.image, tag: 'latest' } },
  { replica: 2 },
])('the schema refuses %j', (wrong) => {
  expect(matches({ ...defaults, ...required, ...wrong })).toBe(false)
})

test('each value of the templates has a default, and each default is used', () => {
  const templates = readdirSync(join(chart, 'templates')).map((file) => read(`templates/${file}`))
  const used = templates.flatMap((text) =>
    [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!.split('.')),
  )
  const valueAt = (path: string[]) =>
    path.reduce<Record<string, unknown> | undefined>((at, key) => at?.[key] as never, defaults)
  expect(used.filter((path) => valueAt(path) === undefined)).toEqual([])
  const names = Object.keys(defaults)
  expect(names.filter((name) => !used.some(([first]) => first === name))).toEqual([])
})

test('the variables that the chart sets are settings of the service', () => {
  const names = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
  const set = [...read('templates/deployment.yaml').matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name]) => name!)
  expect(set.length).toBeGreaterThan(1)
  expect(set.filter((name) => !names.has(name))).toEqual([])
})

test('the version of the chart is that of the service', () => {
  const { version } = JSON.parse(readFileSync(join(chart, '../../../package.json'), 'utf8'))
  expect(parse(read('Chart.yaml')).appVersion).toBe(version)
})

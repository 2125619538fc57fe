import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { pluginFiles } from '../../../scripts/plugins.ts'
import { identityTools } from '../../../server/mcp/toolsets/identity.ts'
import { reviewTools } from '../../../server/mcp/toolsets/review.ts'

/** The plugins of coding tools; `npm run drill -- plugins` installs them in the released tools. */

const root = join(import.meta.dirname, '../../..')
const generated = pluginFiles()
const shared = 'plugins/agent-identity'

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
const texts = filesBelow(shared).filter((path) => path.endsWith('.md'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const json = (path: string) => JSON.parse(read(path))

test.each(Object.keys(generated))('%s is as `npm run generate` writes it', (path) => {
  expect(read(path)).toBe(generated[path])
})

test('a folder of plugins has no other files', () => {
  expect([...filesBelow('plugins'), ...filesBelow('.claude-plugin')].sort()).toEqual(
    [...new Set([...Object.keys(generated), ...texts])].sort(),
  )
})

test('the marketplace names a plugin that is there, in the version of the package', () => {
  const { version } = json('package.json')
  const [plugin] = json('.claude-plugin/marketplace.json').plugins
  expect(plugin).toMatchObject({ name: 'agent-identity', version })
  expect(existsSync(join(root, plugin.source, '.claude-plugin/plugin.json'))).toBe(true)
  for (const path of Object.keys(generated).filter((name) => /(plugin|extension)\.json$/.test(name)))
    expect(json(path), path).toMatchObject({ name: 'agent-identity', version })
})

test('a manifest refers to the environment for the address and the key', () => {
  for (const [path, text] of Object.entries(generated)) {
    expect(text, path).not.toMatch(/Bearer (?!\$)|https?:\/\/(?!127\.0\.0\.1:3000)/)
    if (path.endsWith('extension.json') || path.includes('.claude-plugin/plugin'))
      expect(text, path).toMatch(/AGENT_IDENTITY_URL[\s\S]*AGENT_IDENTITY_API_KEY/)
  }
})

test('every tool has one hook, which gives way to that of connect', () => {
  const hooks = Object.values(generated)
    .join('\n')
    .match(/"(?:command|bash)": ".*?hook --for (?:[\w-]+) --plugin;/g)!
  expect(hooks.map((hook) => /--for ([\w-]+)/.exec(hook)![1]).sort()).toEqual([
    'claude-code',
    'copilot',
    'gemini',
    'qwen',
  ])
})

test('commands and the skill say when they are used, and name tools that exist', () => {
  const names = [...identityTools, ...reviewTools].map(({ name }) => name)
  const words = ['edit', 'add', 'remove', 'sourceQuote']
  expect(texts.length).toBeGreaterThan(3)
  for (const path of texts) {
    const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(read(path))!
    expect(parseYaml(front!).description.length, path).toBeGreaterThan(20)
    const quoted = [...body!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
    expect(
      quoted.filter((name) => !names.includes(name) && !words.includes(name)),
      path,
    ).toEqual([])
  }
})

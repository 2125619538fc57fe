import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../../server/config.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')

const namesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name!))

/** The variables that `readConfig` looks up. A proxy records the names, so the list cannot miss one. */
function variablesOfConfig(): Set<string> {
  const names = new Set<string>()
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, name) => {
        names.add(String(name))
        return undefined
      },
    },
  )
  readConfig(environment)
  return names
}

test('.env.example names every setting, and only settings', () => {
  const names = namesIn(read('.env.example'), /^#([A-Z_]+)=/gm)
  expect([...names].sort()).toEqual([...variablesOfConfig()].sort())
})

test('the values in .env.example are accepted', () => {
  const environment = parseEnv(read('.env.example').replace(/^#(?=[A-Z_]+=)/gm, ''))
  // One of two models that exclude each other.
  delete environment.EMBEDDING_MODEL_PATH
  const config = readConfig(environment)
  expect(config).toMatchObject({ port: 3000, databasePoolSize: 20, rateLimits: { general: 200, account: 10 } })
})

test('docs/reference/configuration.md names every setting', () => {
  const table = read('docs/reference/configuration.md')
  const missing = [...variablesOfConfig()].filter((name) => {
    const [, tier] = /^RATE_LIMIT(_[A-Z]+)$/.exec(name) ?? []
    return !table.includes(`\`${name}\``) && !(tier && table.includes(`\`${tier}\``))
  })
  expect(missing).toEqual([])
})

test('the image, the containers and the systemd unit set only settings', () => {
  const image = /^ENV (.*?[^\\])$/ms.exec(read('deploy/Dockerfile'))![1]!
  const unit = /^Environment=(.*)$/m.exec(read('deploy/agent-identity.service'))![1]!
  const services = ['compose.yaml', 'compose.postgresql.yaml'].flatMap((file) =>
    Object.values<{ image: string; environment?: object }>(parse(read(`deploy/${file}`), { merge: true }).services),
  )
  const ours = services.filter((service) => service.image === 'agent-identity')
  const names = [
    ...namesIn(image, /([A-Z_]+)=/g),
    ...namesIn(unit, /([A-Z_]+)=/g),
    ...ours.flatMap(({ environment = {} }) => Object.keys(environment)),
  ]
  // These two are read by glibc and Node.js (docs/how-to/operate.md).
  const others = ['MALLOC_ARENA_MAX', 'NODE_OPTIONS']
  expect(ours).toHaveLength(3)
  expect(names).toEqual(expect.arrayContaining([...others, 'DATA_DIR', 'DATABASE_URL']))
  expect([...new Set(names)].filter((name) => !variablesOfConfig().has(name) && !others.includes(name))).toEqual([])
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { apiDocument } from '../../../scripts/api-document.ts'

/** One version number, wherever the service, its clients and its plugins name theirs. */

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the command, the API and the clients have the version of the package', async () => {
  const command = execFileSync(process.execPath, [join(root, 'cli/main.ts'), '--version'], { encoding: 'utf8' })
  const { info } = (await apiDocument()) as { info: { version: string } }
  expect({
    lock: JSON.parse(read('package-lock.json')).version,
    command: command.trim(),
    api: info.version,
    typescript: JSON.parse(read('clients/typescript/package.json')).version,
    python: /^version = "(.*)"$/m.exec(read('clients/python/pyproject.toml'))![1],
  }).toEqual(
    Object.fromEntries(['lock', 'command', 'api', 'typescript', 'python'].map((name) => [name, manifest.version])),
  )
})

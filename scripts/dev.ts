import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { parseArgs } from 'node:util'
import { withProgress } from '#core/base/progress.ts'
import { loadEnvironment } from '../server/config.ts'

/**
 * `npm run dev`: the service from its sources, which restarts when a file changes. With `--seed` it fills an empty
 * database first. All other options are those of `agent-identity serve`.
 */

const options = { seed: { type: 'boolean' }, 'data-dir': { type: 'string' }, port: { type: 'string' } } as const
const { values } = parseArgs({ options, strict: false })
const serveOptions = process.argv.slice(2).filter((argument) => argument !== '--seed')

if (values.seed) {
  const { 'data-dir': DATA_DIR, port: PORT } = values as Record<string, string | undefined>
  const { seed } = await import('./seed.ts')
  try {
    const environment = { ...loadEnvironment(), ...(DATA_DIR && { DATA_DIR }), ...(PORT && { PORT }) }
    const lines = await withProgress('Filling the database', () => seed(environment))
    console.log(lines.join('\n'))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

// Not `node --watch`, under which threads send the names of their modules among their answers.
const start = () => spawn(process.execPath, ['cli/main.ts', 'serve', ...serveOptions], { stdio: 'inherit' })
const isOver = (process: ChildProcess) => process.exitCode !== null || process.signalCode !== null
let service = start()
let changed: NodeJS.Timeout | undefined
let restarted = Promise.resolve()

async function restart() {
  service.kill('SIGTERM')
  if (!isOver(service)) await once(service, 'exit')
  service = start()
}

for (const folder of ['core', 'reader', 'server', 'cli']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(changed)
    // An editor or a checkout changes several files at once.
    changed = setTimeout(() => {
      restarted = restarted.then(restart)
    }, 200)
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    service.kill(signal)
    if (!isOver(service)) await once(service, 'exit')
    process.exit(service.exitCode ?? 0)
  })
}

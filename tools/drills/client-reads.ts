import { deepStrictEqual, ok } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'
import { AgentIdentity } from '../../clients/typescript/src/index.ts'
import { call, newFolder, removeFolder, start } from '../../test/process/running.ts'
import { freePort } from '../../test/support/postgres.ts'
import type { Drill } from './drill.ts'

const seconds = 60
const kills = 10
const cachedReads = 2_000_000

export const clientReads: Drill = {
  summary: `SIGKILL and restart ${kills} times in ${seconds} s under a TypeScript client that reads and renders prompts: no read throws`,
  async run() {
    const folder = newFolder()
    const environment = { PORT: String(await freePort()), RATE_LIMIT_GENERAL: '0', LOG_LEVEL: 'warn' }
    let running = await start(folder, environment)
    try {
      const { key } = (await call(running, 'POST', '/register', {})).body
      await call(running, 'POST', '/agents', { name: 'Ada' }, key)
      const identity = new AgentIdentity({ baseUrl: running.url, apiKey: key, cacheDir: `${folder}/cache`, ttlMs: 100 })
      const agent = identity.agent('ada')
      await Promise.all([agent.prompt(), agent.render(0)])

      const sources: Record<string, number> = {}
      const failures: unknown[] = []
      const end = performance.now() + seconds * 1000
      const read = async () => {
        for (let seed = 0; performance.now() < end; seed++) {
          try {
            const { source } = seed % 2 === 0 ? await agent.prompt() : await agent.render(seed)
            sources[source] = (sources[source] ?? 0) + 1
          } catch (error) {
            failures.push(error)
          }
          await sleep(1)
        }
      }
      const restart = async () => {
        for (let kill = 0; kill < kills; kill++) {
          await sleep(Math.max(0, end - ((kills - kill) * seconds * 1000) / kills - performance.now()))
          await running.stop('SIGKILL')
          await sleep(500)
          running = await start(folder, environment)
        }
      }
      const readers = Promise.all(Array.from({ length: 20 }, read))
      await restart()
      await readers
      deepStrictEqual(failures, [])
      ok(sources.stale && sources.cached, `no read met a service that was away: ${JSON.stringify(sources)}`)

      const cached = new AgentIdentity({ baseUrl: running.url, apiKey: key, cacheDir: '' }).agent('ada')
      await cached.prompt()
      const started = performance.now()
      for (let count = 0; count < cachedReads; count++) await cached.prompt()
      const perSecond = cachedReads / ((performance.now() - started) / 1000)
      const counts = Object.entries(sources).map(([source, count]) => `${count} ${source}`)
      return `${counts.join(', ')} in ${seconds} s with ${kills} restarts, none threw; ${(perSecond / 1e6).toFixed(1)} million prompts a second from memory`
    } finally {
      await running.stop('SIGKILL')
      removeFolder(folder)
    }
  },
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { ProcessRateLimiter } from '../../server/http/limits/rate-limit.ts'
import { buildApp } from '../../server/start/app.ts'
import { compose } from '../../server/start/compose.ts'
import { JobsThread } from '../../server/start/jobs-thread.ts'
import { type Call, tenantOf } from './tenant.ts'

/** The service on the embedded engine, listening, with its jobs thread. */
export async function startThreadedService(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'identity-threads-'))
  const config = readConfig({
    DATA_DIR: folder,
    RATE_LIMIT_GENERAL: '0',
    RATE_LIMIT_REGISTER: '0',
    ...environment,
  })
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => logged.push(line) })
  const composed = await compose(config, log)
  const jobs = new JobsThread({ ...config, logLevel: 'error' }, composed, log)
  const deps = jobs.within(composed.deps)
  const app = await buildApp(deps, new ProcessRateLimiter())
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  jobs.start()
  while (!deps.jobsThread!().isRunning) await sleep(10)
  const call: Call = async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: answer.status,
      text,
      body: isJson ? JSON.parse(text) : text,
      headers: Object.fromEntries(answer.headers),
    }
  }
  const register = async (input: object = {}) => tenantOf(call, (await call('POST', '/register', input)).body)
  const stop = async () => {
    await app.close()
    await jobs.stop()
    await composed.close()
    rmSync(folder, { recursive: true })
  }
  return { deps, base, call, register, logged, stop }
}

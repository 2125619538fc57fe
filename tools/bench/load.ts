import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '../../test/support/postgres.ts'
import { Connection, requestBytes } from './generator.ts'

/** The command by which `npm start` starts the service: `exec env NAME=value node`, and the arguments of Node. */
const startWords = manifest.scripts.start.split(' ')
const serviceArguments = startWords.slice(startWords.indexOf('node') + 1)
const serviceEnvironment = Object.fromEntries(
  startWords.filter((word) => word.includes('=')).map((word) => word.split('=')),
)

/** Starts the service as a process; resolves when it is ready and has finished its work after startup. */
export async function startService(environment: Record<string, string>): Promise<Process> {
  const service = await startServiceNow(environment)
  await untilIdle(service)
  return service
}

/** Starts the service; resolves when it is ready. */
export const startServiceNow = (environment: Record<string, string>): Promise<Process> =>
  startProcess(serviceArguments, { ...serviceEnvironment, ...environment }, '/readyz')

const idleShare = 0.1
const mostIdleChecks = 480

/** Resolves when the service is idle: it first checks the file of a large database, for many seconds. */
export async function untilIdle({ processorMs }: Process) {
  const everyMs = 250
  for (let check = 0; check < mostIdleChecks; check++) {
    const before = processorMs()
    await sleep(everyMs)
    if (processorMs() - before < idleShare * everyMs) return
  }
}

/** A listening process, its address, and how long it took to answer, in milliseconds. */
export async function startProcess(script: string[], environment: Record<string, string>, probe: string) {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, script, {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}${probe}`))) {
    if (child.exitCode !== null) throw new Error(`${script.join(' ')} ended with ${child.exitCode}`)
    await sleep(10)
  }
  const readyMs = performance.now() - started
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  const megabytesOf = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  const residentMegabytes = () => megabytesOf('VmRSS')
  const peakMegabytes = () => megabytesOf('VmHWM')
  /** Returns the processor time of all threads so far. The kernel counts in hundredths of a second. */
  const processorMs = () => {
    const [userTicks, systemTicks] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ')
      .slice(11)
    return (Number(userTicks) + Number(systemTicks)) * 10
  }
  /** Returns how long the main thread has run so far, and how long it has waited for a processor. */
  const servingThread = () => {
    const [ran, waited] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
  }
  return { url, child, readyMs, stop, residentMegabytes, peakMegabytes, processorMs, servingThread }
}

export type Process = Awaited<ReturnType<typeof startProcess>>

const answers = async (url: string) => {
  try {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

export interface Target {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  headers?: Record<string, string>
  /** Returns the body of each request, by the request's number. */
  body?: (n: number) => string
  /** Returns the path of each request, in place of that of `url`. */
  path?: () => string
}

let requestNumber = 0

/** The result of a round of requests. Times are in milliseconds unless the name says otherwise. */
export interface Load {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Processor time of this process, the generator, per request. */
  generatorMicroseconds: number
}

/**
 * Calls a target for a number of seconds or requests; each connection sends the next request as soon as it has its
 * answer. Throws if a request fails, since a fast error is not a result.
 */
export async function load(
  { url, method = 'GET', headers = {}, body, path }: Target,
  until: number | { requests: number },
  connections = 16,
): Promise<Load> {
  const { pathname, search } = new URL(url)
  const fixed = requestBytes({ method, path: pathname + search, headers })
  const next = () =>
    body || path
      ? requestBytes({ method, path: path?.() ?? pathname + search, headers }, body?.(requestNumber++))
      : fixed
  const times: number[] = []
  const before = process.cpuUsage()
  const started = performance.now()
  const end = typeof until === 'number' ? started + until * 1000 : Number.POSITIVE_INFINITY
  const most = typeof until === 'number' ? Number.POSITIVE_INFINITY : until.requests
  let asked = 0
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const connection = new Connection(url, reject)
          const ask = () => {
            const sent = performance.now()
            asked += 1
            connection.send(next(), (status) => {
              const now = performance.now()
              times.push(now - sent)
              const failed = status >= 400
              if (!failed && now < end && asked < most) return ask()
              connection.close()
              if (failed) reject(new Error(`${method} ${url} answered ${status}`))
              else resolve()
            })
          }
          ask()
        }),
    ),
  )
  const elapsedSeconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(before)
  return {
    requests: times.length,
    perSecond: times.length / elapsedSeconds,
    ...percentiles(times),
    generatorMicroseconds: (user + system) / times.length,
  }
}

export function percentiles(times: number[]): { p50Ms: number; p99Ms: number; maxMs: number } {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

/** Returns the milliseconds that one call takes. */
export async function latency({ url, method = 'GET', headers = {}, body }: Target): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { method, headers, ...(body && { body: body(requestNumber++) }) })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - started
}

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

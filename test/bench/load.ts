import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '../support/postgres.ts'

/** How `npm start` starts the service, with its flags: what follows `exec node`. */
const [, , ...serviceArguments] = manifest.scripts.start.split(' ')

/** The service as a process, once it is ready. */
export const startService = (environment: Record<string, string>) =>
  startProcess(serviceArguments, environment, '/readyz')

/** A process that listens, its address, and how long it took to answer, in milliseconds. */
export async function startProcess(script: string[], environment: Record<string, string>, probe: string) {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, script, {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}${probe}`))) {
    if (child.exitCode !== null) throw new Error(`${script.join(' ')} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const readyMs = performance.now() - started
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill('SIGTERM')
    })
  const residentMegabytes = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  /** Processor time so far, of all threads. The kernel counts in hundredths of a second. */
  const processorMs = () => {
    const [userTicks, systemTicks] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ')
      .slice(11)
    return (Number(userTicks) + Number(systemTicks)) * 10
  }
  /** Of the thread that serves: how long it has run so far, and how long it has waited for a processor. */
  const servingThread = () => {
    const [ran, waited] = readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 }
  }
  return { url, child, readyMs, stop, residentMegabytes, processorMs, servingThread }
}

const answers = async (url: string) => {
  try {
    await (await fetch(url)).arrayBuffer()
    return true
  } catch {
    return false
  }
}

export interface Target {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** A body for each request; it gets the request's number. */
  body?: (n: number) => string
  /** A path for each request, in place of that of `url`. */
  path?: () => string
}

let requestNumber = 0

/** Calls a target for `seconds`; throws when an answer is no success, since a fast error is no result. */
export async function load(
  { url, method = 'GET', headers = {}, body, path }: Target,
  seconds: number,
  connections = 16,
): Promise<{ requests: number; perSecond: number; p50Ms: number; p99Ms: number; maxMs: number }> {
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    ...(body && { body: body(requestNumber++) }),
    ...(path && { path: path() }),
  })
  const { latency, requests, duration, ...result } = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    ...((body || path) && { requests: [{ setupRequest }] }),
  })
  const failed = result['4xx'] + result['5xx'] + result.errors
  if (failed > 0) throw new Error(`${failed} of ${requests.total} calls of ${url} failed`)
  return {
    requests: requests.total,
    perSecond: requests.total / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    maxMs: latency.max,
  }
}

/** Requests per second for `seconds`. */
export const throughput = async (target: Target, seconds: number): Promise<number> =>
  (await load(target, seconds)).perSecond

/** Milliseconds that one call takes. */
export async function latency({ url, method = 'GET', headers = {}, body }: Target): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { method, headers, ...(body && { body: body(requestNumber++) }) })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - started
}

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

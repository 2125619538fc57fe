import { setPriority } from 'node:os'
import { Connection, requestBytes } from './generator.ts'

/**
 * A process that reads agents at a fixed rate, whether answers arrive or not, and times each read from the moment at
 * which it was due: a service that stalls for a second delays all reads that were due in it. A separate process, so
 * that nothing in the bench delays it; it reports its own lag.
 */

export interface ReaderSettings {
  url: string
  key: string
  agentIds: string[]
  perSecond: number
  connections: number
}

/**
 * In milliseconds: the time of each read since it was due, and the lag of this process in sending the reads that it
 * could send.
 */
export interface ReaderReport {
  times: number[]
  lags: number[]
}

/** Raises its priority where the machine allows it: it needs little, and must not wait for a processor itself. */
try {
  setPriority(-10)
} catch {
  // Ignored, because the reported lag shows the effect.
}

process.once('message', (settings: ReaderSettings) => {
  const stop = read(settings)
  process.once('message', () => stop((report) => process.send!(report, () => process.exit())))
})
process.once('disconnect', () => process.exit())

function read({ url, key, agentIds, perSecond, connections }: ReaderSettings) {
  const headers = { authorization: `Bearer ${key}` }
  const everyMs = 1000 / perSecond
  const report: ReaderReport = { times: [], lags: [] }
  const fail = (error: Error) => {
    throw error
  }
  const idle = Array.from({ length: connections }, () => new Connection(url, fail))
  const waiting: number[] = []
  let inFlight = 0
  let onEnd: (() => void) | undefined

  const send = (dueAt: number) => {
    // Uses the connection that was idle longest: the service closes a connection that sends nothing for 10 seconds.
    const connection = idle.shift()
    if (!connection) return waiting.push(dueAt)
    inFlight += 1
    const id = agentIds[Math.floor(Math.random() * agentIds.length)]
    connection.send(requestBytes({ method: 'GET', path: `/api/v1/agents/${id}`, headers }), (status) => {
      if (status !== 200) throw new Error(`A paced read was answered ${status}`)
      if (report.times.push(performance.now() - dueAt) === 1) process.send!('reading')
      idle.push(connection)
      inFlight -= 1
      const next = waiting.shift()
      if (next !== undefined) send(next)
      else if (inFlight === 0) onEnd?.()
    })
  }

  let dueAt = performance.now() + everyMs
  const tick = () => {
    for (; dueAt <= performance.now(); dueAt += everyMs) {
      report.lags.push(performance.now() - dueAt)
      send(dueAt)
    }
    timer = setTimeout(tick, Math.max(1, dueAt - performance.now()))
  }
  let timer = setTimeout(tick, everyMs)
  return (done: (report: ReaderReport) => void) => {
    clearTimeout(timer)
    onEnd = () => done(report)
    if (inFlight === 0) onEnd()
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { tiers } from '../../server/config.ts'
import { call, type Running } from '../../test/process/running.ts'

/** Environment variables that turn every rate limit off. */
export const limitsOff = Object.fromEntries(tiers.map((tier) => [`RATE_LIMIT_${tier.toUpperCase()}`, '0']))

/** One agent, concurrent clients that write beliefs of it, and a record of the acknowledged writes. */
export class Ledger {
  readonly key: string
  readonly agentId: string
  readonly acknowledged = new Set<string>()
  /** Counts of other statuses; 0 is a broken connection. */
  readonly refusals = new Map<number, number>()
  #attempts = 0

  private constructor(key: string, agentId: string) {
    this.key = key
    this.agentId = agentId
  }

  static async open(running: Running): Promise<Ledger> {
    const { key } = (await call(running, 'POST', '/register', {})).body
    const agent = await call(running, 'POST', '/agents', { name: 'Survivor' }, key)
    return new Ledger(key, agent.body.id)
  }

  /** One write; returns whether it was acknowledged. */
  async write(running: Running): Promise<boolean> {
    const statement = `Promise number ${this.#attempts++}`
    const belief = { agentId: this.agentId, category: 'principle', statement }
    const status = await call(running, 'POST', '/beliefs', belief, this.key).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 201) this.acknowledged.add(statement)
    else this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1)
    return status === 201
  }

  /** Eight clients write until `until` settles. */
  async writeUntil(running: Running, until: Promise<unknown>): Promise<void> {
    let isOver = false
    const over = until.finally(() => {
      isOver = true
    })
    const clients = Array.from({ length: 8 }, async () => {
      // A refused client waits a little, as a real one would.
      while (!isOver) if (!(await this.write(running))) await sleep(10)
    })
    await Promise.all([over, ...clients])
  }

  /** Acknowledged statements that are missing. */
  async lost(running: Running): Promise<string[]> {
    const stored = new Set<string>()
    for (let offset = 0; ; offset += 1000) {
      const path = `/beliefs?agentId=${this.agentId}&limit=1000&offset=${offset}`
      const { status, body } = await call(running, 'GET', path, undefined, this.key)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      for (const { statement } of body.data) stored.add(statement)
      if (body.data.length < 1000) return [...this.acknowledged].filter((statement) => !stored.has(statement))
    }
  }
}

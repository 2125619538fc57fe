import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createTransport } from 'nodemailer'
import type { Mail } from '#core/domain/requests/mails.ts'

/** Limits of queued mails, in total and for one sender; further ones are dropped. */
const maxWaiting = { total: 1000, sender: 20 }
/** Limit of mails of one kind to one address in an hour, so that nobody is flooded through this service. */
const maxPerHour = 5
const hourMs = 3_600_000
const connections = 2
/** Delays before the second and third attempt, in milliseconds. */
const pausesMs = [2_000, 15_000]
const timeoutMs = 10_000
/** How long closing waits for mails that are being sent, in milliseconds. */
const drainMs = 3_000

/** Writes a mail when its turn comes; undefined if there is nothing to send after all. */
type Draft = () => Promise<Mail | undefined>

export interface Mailer {
  /**
   * Sends the mail of `draft` later: the caller neither waits nor learns the result, so that no answer reveals which
   * address exists or whether the mail server is slow. Senders (an organization, an address) take turns.
   */
  send(sender: string, draft: Draft): void
  close(): Promise<void>
}

/** Delivers mails to an SMTP server. The queue is in memory: after a crash, people request their mail again. */
export function newMailer({ url, from }: { url: string; from: string }, log: FastifyBaseLogger): Mailer {
  const transport = createTransport({
    url,
    requireTLS: needsTls(new URL(url)),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sent = new LRUCache<string, number>({ max: 10_000, ttl: hourMs, noUpdateTTL: true })
  const waiting = new Map<string, Draft[]>()
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  let count = 0
  let busy = 0

  /** The next sender's oldest draft; the sender then goes to the end of the queue. */
  function next(): Draft | undefined {
    for (const [sender, drafts] of waiting) {
      waiting.delete(sender)
      const draft = drafts.shift()
      if (drafts.length > 0) waiting.set(sender, drafts)
      count--
      return draft
    }
    return undefined
  }

  async function work() {
    busy++
    for (let draft = next(); draft && !closing.signal.aborted; draft = next()) {
      try {
        const mail = await draft()
        if (mail) await deliver(mail)
      } catch (error) {
        // Neither address nor text: a log must not hold a link that opens an account.
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        log.error({ code, responseCode }, 'could not send a mail')
      }
    }
    // Starts the next one at once, not when the promise settles: a mail added in between would find no worker.
    busy--
  }

  async function deliver({ kind, to, subject, text }: Mail) {
    const key = `${kind} ${to}`
    const before = sent.get(key) ?? 0
    if (before >= maxPerHour) return log.warn({ kind }, 'dropped a mail: its address got too many within an hour')
    sent.set(key, before + 1)
    const headers = { 'auto-submitted': 'auto-generated' }
    for (const pauseMs of [...pausesMs, undefined]) {
      try {
        return await transport.sendMail({ from, to, subject, text, headers })
      } catch (error) {
        const isFinal = ((error as { responseCode?: number }).responseCode ?? 0) >= 500
        if (isFinal || pauseMs === undefined) throw error
        await sleep(pauseMs, undefined, { signal: closing.signal })
      }
    }
  }

  return {
    send: (sender, draft) => {
      const drafts = waiting.get(sender) ?? []
      if (drafts.length >= maxWaiting.sender || count >= maxWaiting.total) {
        return log.warn('dropped a mail: too many are waiting for the mail server')
      }
      drafts.push(draft)
      waiting.set(sender, drafts)
      count++
      if (busy >= connections) return
      const worker = work().finally(() => running.delete(worker))
      running.add(worker)
    },
    close: async () => {
      const drained = Promise.all(running)
      await Promise.race([drained, sleep(drainMs, undefined, { ref: false })])
      closing.abort()
      transport.close()
    },
  }
}

/** A password is sent unencrypted only to this machine. */
const needsTls = ({ protocol, username, hostname }: URL) =>
  protocol === 'smtp:' && username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)

import { AgentIdentityError, isGone } from './errors.ts'
import { errorOf, readText } from './genuine.ts'

/**
 * The origin of a prompt: `fresh`, the service's answer to this call; `cached`, known to be current within `ttlMs`;
 * `stale`, older than that, and requested again; `disk`, stored by an earlier process; `fallback`, the caller's own
 * text.
 */
export type PromptSource = 'fresh' | 'cached' | 'stale' | 'disk' | 'fallback'

export interface Prompt {
  text: string
  /** The number of the version; null for a digest, and from a service that numbers none. */
  version: number | null
  etag: string | null
  source: PromptSource
  /** Why the service could not be asked, for `stale`, `disk` and `fallback`. */
  error?: Error
}

export interface PromptOptions {
  /** The version that carries this label, instead of the live prompt. */
  label?: string
  /** The slug of an environment: the version that carries it as a label, else the live prompt. */
  environment?: string
  /** The version with this number. Choose one of label, environment and version, and none for a digest. */
  version?: number
  /** Returned when there is no copy at all. Without it, that is an error. */
  fallback?: string
  /** The digest of at most this many tokens instead of the whole prompt: 200 to 4,000. */
  maxTokens?: number
}

/** A text as the service last sent it. */
export interface Copy {
  text: string
  version: number | null
  etag: string | null
}

export interface PromptStore {
  read(): Promise<Copy | undefined>
  write(copy: Copy): Promise<void>
  delete(): Promise<void>
}

interface KeeperOptions {
  /** @param etag of the copy at hand; the service answers 304 when it is current */
  ask: (etag: string | null, timeoutMs: number) => Promise<Response>
  /** Whether a text is what the service sends: checked for answers, and for copies of earlier processes. */
  isGenuine: (copy: Copy) => boolean | Promise<boolean>
  store: PromptStore | undefined
  /** The total time that a caller without a copy or fallback waits, and the limit of a single request. */
  timeoutMs: number
  ttlMs: number
}

/** Minimum delay after a failure, doubled after each further one, up to the TTL; the service may override it. */
const firstPauseMs = 500
/** `Retry-After: 0` must not make a busy loop. */
const leastPauseMs = 100

/** Whether the same request may succeed shortly: the service is down, starting, or refuses for now. */
const mayPass = (error: Error) => error instanceof AgentIdentityError && [0, 429, 502, 503, 504].includes(error.status)

/** Caches one prompt: the last copy, checked in the background, by one request at a time. */
export class PromptKeeper {
  /** The copy at hand, in the form returned while it is current: `cached`, or `disk` until the service has confirmed it. */
  private copy: Prompt | undefined
  /** The same as a promise, created once: most calls return nothing else. */
  private answer: Promise<Prompt> | undefined
  private currentUntil = 0
  /** The text before the agent or key was gone, to which the text after its return is compared. */
  private lostText: string | undefined
  /** False after the service said that the agent or key is gone, even where the file cannot be deleted. */
  private isStoreValid = true
  private pending: Promise<Prompt> | undefined
  private failures = 0
  private failure: Error | undefined
  private nextTry = 0
  private readonly listeners = new Set<(prompt: Prompt) => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly options: KeeperOptions

  constructor(options: KeeperOptions) {
    this.options = options
  }

  /**
   * The prompt. Waits for the service only while there is no copy in memory; if there is none on disk and no fallback
   * either, it retries temporary failures, for `timeoutMs` in total.
   * @throws AgentIdentityError when there is no copy anywhere and no fallback; AgentGoneError or KeyRevokedError when
   * the service has said so, because then no copy counts
   */
  prompt(fallback: string | undefined): Promise<Prompt> {
    if (this.answer && performance.now() < this.currentUntil) return this.answer
    if (!this.copy) return this.first(fallback)
    this.check().catch(() => undefined)
    return Promise.resolve(this.outdated(this.copy))
  }

  /** Calls back with each text that differs from the one before. @returns a function that ends it */
  onChange(listener: (prompt: Prompt) => void): () => void {
    // A function that is registered twice is called twice, and ended one by one.
    const own = (prompt: Prompt) => listener(prompt)
    this.listeners.add(own)
    if (this.timer === undefined) this.checkEachTtl()
    return () => {
      this.listeners.delete(own)
      if (!this.isWatched) this.stop()
    }
  }

  get isWatched(): boolean {
    return this.listeners.size > 0
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.listeners.clear()
  }

  private async first(fallback: string | undefined): Promise<Prompt> {
    const deadline = performance.now() + this.options.timeoutMs
    let refusal: AgentIdentityError | undefined
    for (;;) {
      try {
        return await this.check(Math.max(1, deadline - performance.now()))
      } catch (error) {
        const failure = error as AgentIdentityError
        if (!this.copy && this.isStoreValid) await this.readStore()
        if (this.copy) return this.outdated(this.copy)
        if (fallback !== undefined)
          return { text: fallback, version: null, etag: null, source: 'fallback', error: failure }
        // A refusal is more informative than the abort of the last attempt at the deadline.
        if (failure.status > 0) refusal = failure
        if (!mayPass(failure) || this.nextTry >= deadline) throw refusal ?? failure
        const waitMs = Math.max(0, this.nextTry - performance.now())
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    }
  }

  private async readStore(): Promise<void> {
    const kept = await this.options.store?.read()
    if (!kept || !(await this.options.isGenuine(kept))) return
    // Another call may have been answered meanwhile.
    this.copy ??= Object.freeze<Prompt>({ ...kept, source: 'disk' })
  }

  private outdated(copy: Prompt): Prompt {
    return { ...copy, source: copy.source === 'disk' ? 'disk' : 'stale', ...(this.failure && { error: this.failure }) }
  }

  /** Asks the service, unless a request is under way, or has just failed. */
  private check(timeoutMs = this.options.timeoutMs): Promise<Prompt> {
    if (this.pending) return this.pending
    if (this.failure && performance.now() < this.nextTry) return Promise.reject(this.failure)
    this.pending = this.ask(timeoutMs).finally(() => {
      this.pending = undefined
    })
    return this.pending
  }

  private async ask(timeoutMs: number): Promise<Prompt> {
    try {
      const copy = await this.fetch(timeoutMs)
      this.copy = Object.freeze<Prompt>({ ...copy, source: 'cached' })
      this.answer = Promise.resolve(this.copy)
      this.currentUntil = performance.now() + this.options.ttlMs
      this.isStoreValid = true
      this.failure = undefined
      this.failures = 0
      return { ...copy, source: 'fresh' }
    } catch (error) {
      this.failure = error as Error
      if (isGone(error)) await this.forget()
      const { retryAfterMs } = error as Partial<AgentIdentityError>
      const pauseMs =
        retryAfterMs === undefined
          ? Math.min(firstPauseMs * 2 ** this.failures, this.options.ttlMs)
          : Math.max(retryAfterMs, leastPauseMs)
      this.failures++
      this.nextTry = performance.now() + pauseMs
      throw error
    }
  }

  private async forget(): Promise<void> {
    this.lostText = this.copy?.text ?? this.lostText
    this.copy = undefined
    this.answer = undefined
    this.isStoreValid = false
    await this.options.store?.delete()
  }

  private async fetch(timeoutMs: number): Promise<Copy> {
    const before = this.copy
    const response = await this.options.ask(before?.etag ?? null, timeoutMs)
    if (response.status === 304 && before) return { text: before.text, version: before.version, etag: before.etag }
    if (!response.ok) throw await errorOf(response)
    const text = await readText(response)
    const version = Number(response.headers.get('X-Prompt-Version')) || null
    const copy = { text, version, etag: response.headers.get('ETag') }
    if (!(await this.options.isGenuine(copy))) {
      throw new AgentIdentityError(
        response.status,
        'What answered is not an Agent Identity Service. Check its address.',
      )
    }
    await this.options.store?.write(copy)
    const textBefore = before?.text ?? this.lostText
    if (textBefore !== undefined && textBefore !== text) {
      // In a task of its own: an error in a listener is not a failure of the service.
      for (const listener of this.listeners) queueMicrotask(() => listener({ ...copy, source: 'fresh' }))
    }
    return copy
  }

  /** Asks once every TTL while somebody listens. Does not keep the process alive. */
  private checkEachTtl(): void {
    const again = () => {
      if (!this.isWatched) return
      this.timer = setTimeout(checkOnce, this.options.ttlMs)
      if (typeof this.timer === 'object') this.timer.unref()
    }
    const checkOnce = () =>
      this.check()
        .catch(() => undefined)
        .finally(again)
    checkOnce()
  }
}

import createClient, { type Client } from 'openapi-fetch'
import { diskStore } from './disk.ts'
import type { OpenPaths } from './open-enums.ts'
import { type Prompt, PromptKeeper, type PromptOptions } from './prompt.ts'
import { sender } from './request.ts'

export interface AgentIdentityOptions {
  /** The address of the service; `AGENT_IDENTITY_URL`, or else `http://127.0.0.1:3000`. */
  baseUrl?: string
  /** The API key; `AGENT_IDENTITY_API_KEY` otherwise. */
  apiKey?: string
  /** Where copies of prompts are kept for the next process: the user's cache folder by default; `""` keeps none. */
  cacheDir?: string
  /** How long a prompt counts as current, in milliseconds; 30,000 by default. */
  ttlMs?: number
  /** How long a request may take, in milliseconds; 20,000 by default, for the first prompt too. */
  timeoutMs?: number
  /** How often a refused request of `api` is sent again; 3 by default. */
  retries?: number
  /** Sends the requests; the platform's `fetch` by default. */
  fetch?: typeof globalThis.fetch
}

/** Every route of the service: `api.GET('/agents', { params: { query: { limit: 10 } } })`. */
export type Api = Client<OpenPaths>

/** How many prompts are kept in memory; those that were asked for first go first. */
const maxKeepers = 1000

/**
 * A client of the Agent Identity Service.
 *
 * ```ts
 * const { text } = await new AgentIdentity().agent('ada').prompt({ fallback: 'You are Ada.' })
 * ```
 */
export class AgentIdentity {
  /** The whole API, with retries. Paths are relative to `/api/v1`. */
  readonly api: Api
  private readonly keepers = new Map<string, PromptKeeper>()
  private readonly agents = new Map<string, Agent>()
  private readonly makeKeeper: (agent: string, options: PromptOptions) => PromptKeeper

  constructor({
    baseUrl = environment('AGENT_IDENTITY_URL') || 'http://127.0.0.1:3000',
    apiKey = environment('AGENT_IDENTITY_API_KEY'),
    cacheDir,
    ttlMs = 30_000,
    timeoutMs = 20_000,
    retries = 3,
    fetch = (...request) => globalThis.fetch(...request),
  }: AgentIdentityOptions = {}) {
    const base = `${baseUrl.replace(/\/+$/, '')}/api/v1`
    this.api = createClient<OpenPaths>({ baseUrl: base, fetch: sender({ apiKey, timeoutMs, retries, fetch }) })
    // There is a copy to fall back on, and the next call asks again.
    const once = sender({ apiKey, timeoutMs, retries: 0, fetch })
    this.makeKeeper = (agent, { label, maxTokens }) => {
      const query = new URLSearchParams()
      if (label !== undefined) query.set('label', label)
      if (maxTokens !== undefined) query.set('max_tokens', String(maxTokens))
      const url = `${base}/agents/${encodeURIComponent(agent)}/prompt${query.size > 0 ? `?${query}` : ''}`
      return new PromptKeeper({
        ask: (etag) => once(new Request(url, etag === null ? {} : { headers: { 'If-None-Match': etag } })),
        store: diskStore(cacheDir, `${url} ${apiKey ?? ''}`),
        ttlMs,
      })
    }
  }

  /** One agent, by its slug or id. Does not ask the service. */
  agent(slugOrId: string): Agent {
    let agent = this.agents.get(slugOrId)
    if (!agent) {
      agent = new Agent((options) => this.keeperOf(slugOrId, options))
      if (this.agents.size >= maxKeepers) this.agents.clear()
      this.agents.set(slugOrId, agent)
    }
    return agent
  }

  /** Ends all `onChange`. */
  close(): void {
    for (const keeper of this.keepers.values()) keeper.stop()
  }

  private keeperOf(agent: string, options: PromptOptions): PromptKeeper {
    const key = `${agent}\n${options.label ?? ''}\n${options.maxTokens ?? ''}`
    let keeper = this.keepers.get(key)
    if (!keeper) {
      keeper = this.makeKeeper(agent, options)
      if (this.keepers.size >= maxKeepers) this.forgetOne()
      this.keepers.set(key, keeper)
    }
    return keeper
  }

  private forgetOne(): void {
    for (const [key, keeper] of this.keepers) {
      if (keeper.isWatched) continue
      this.keepers.delete(key)
      return
    }
  }
}

/** One agent as its prompts' reader. */
export class Agent {
  /** The keeper of the live prompt, which most calls are for. */
  private live: PromptKeeper | undefined
  private readonly keeperOf: (options: PromptOptions) => PromptKeeper

  constructor(keeperOf: (options: PromptOptions) => PromptKeeper) {
    this.keeperOf = keeperOf
  }

  /**
   * The agent's prompt. The first call waits for the service; later ones are answered from memory, and older copies than
   * `ttlMs` are checked in the background.
   * @throws AgentIdentityError only when there is no copy, neither in memory nor on disk, and no fallback
   */
  prompt(options: PromptOptions = {}): Promise<Prompt> {
    return this.keeper(options).prompt(options.fallback)
  }

  /**
   * Calls back with every new text of the prompt; asks the service once every `ttlMs`.
   * @returns a function that ends it
   */
  onChange(listener: (prompt: Prompt) => void, options: PromptOptions = {}): () => void {
    return this.keeper(options).onChange(listener)
  }

  private keeper(options: PromptOptions): PromptKeeper {
    if (options.label !== undefined || options.maxTokens !== undefined) return this.keeperOf(options)
    this.live ??= this.keeperOf(options)
    return this.live
  }
}

function environment(name: string): string | undefined {
  return typeof process === 'undefined' ? undefined : process.env?.[name]
}

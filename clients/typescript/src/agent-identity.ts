import createClient, { type Client } from 'openapi-fetch'
import { clientNameOf } from '../../../core/domain/identity/clients.ts'
import {
  type DynamicPromptConfig,
  dynamicPrompt,
  type Manifest,
  type PromptParts,
} from '../../../core/domain/identity/prompt-variant.ts'
import { diskStore } from './disk.ts'
import { isHashOf, parseObject } from './genuine.ts'
import type { OpenPaths } from './open-enums.ts'
import { type Copy, type Prompt, PromptKeeper, type PromptOptions, type PromptSource } from './prompt.ts'
import { sender } from './request.ts'

export interface AgentIdentityOptions {
  /** The address of the service; `AGENT_IDENTITY_URL`, or else `http://127.0.0.1:3000`. */
  baseUrl?: string
  /** The API key; `AGENT_IDENTITY_API_KEY` otherwise. */
  apiKey?: string
  /**
   * How the service names this program among those that run an agent: `worker-3` is `sdk-ts/worker-3`, and `cli/web-shop`
   * has a kind of its own. `AGENT_IDENTITY_CLIENT`, or else the name of the working directory; `""` names none.
   */
  client?: string
  /** Folder for copies of prompts that the next process reads: the user's cache folder by default; `""` stores none. */
  cacheDir?: string
  /** How long a prompt counts as current, in milliseconds; 30,000 by default. */
  ttlMs?: number
  /**
   * Total time to wait for a prompt while there is no copy of it (10,000 by default), and for each request of `api`
   * (20,000 by default), in milliseconds.
   */
  timeoutMs?: number
  /** How often a refused request of `api` is sent again; 3 by default. */
  retries?: number
  /** Sends the requests; the platform's `fetch` by default. */
  fetch?: typeof globalThis.fetch
}

/** Every route of the service: `api.GET('/agents', { params: { query: { limit: 10 } } })`. */
export type Api = Client<OpenPaths>

/** Maximum number of prompts in memory; the oldest are dropped first. */
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
  private readonly makeKeeper: (agent: string, document: string) => PromptKeeper

  constructor({
    baseUrl = environment('AGENT_IDENTITY_URL') || 'http://127.0.0.1:3000',
    apiKey = environment('AGENT_IDENTITY_API_KEY'),
    client = environment('AGENT_IDENTITY_CLIENT') || workingDirectory(),
    cacheDir,
    ttlMs = 30_000,
    timeoutMs,
    retries = 3,
    fetch = (...request) => globalThis.fetch(...request),
  }: AgentIdentityOptions = {}) {
    const clientName = client === '' ? undefined : clientNameOf('sdk-ts', client)
    const base = `${baseUrl.replace(/\/+$/, '')}/api/v1`
    this.api = createClient<OpenPaths>({
      baseUrl: base,
      fetch: sender({ apiKey, clientName, timeoutMs: timeoutMs ?? 20_000, retries, fetch }),
    })
    this.makeKeeper = (agent, document) => {
      const url = `${base}/agents/${encodeURIComponent(agent)}/${document}`
      return new PromptKeeper({
        // The keeper decides when to ask again.
        ask: (etag, ms) =>
          sender({ apiKey, clientName, timeoutMs: Math.ceil(ms), retries: 0, fetch })(
            new Request(url, etag === null ? {} : { headers: { 'If-None-Match': etag } }),
          ),
        isGenuine: document === 'prompt-parts' ? arePromptParts : ({ text, etag }) => isHashOf(text, etag),
        timeoutMs: timeoutMs ?? 10_000,
        store: diskStore(cacheDir, `${url} ${apiKey ?? ''}`),
        ttlMs,
      })
    }
  }

  /** One agent, by its slug or id. Does not ask the service. */
  agent(slugOrId: string): Agent {
    let agent = this.agents.get(slugOrId)
    if (!agent) {
      agent = new Agent((document) => this.keeperOf(slugOrId, document))
      if (this.agents.size >= maxKeepers) this.agents.clear()
      this.agents.set(slugOrId, agent)
    }
    return agent
  }

  /** Ends all `onChange`. */
  close(): void {
    for (const keeper of this.keepers.values()) keeper.stop()
  }

  private keeperOf(agent: string, document: string): PromptKeeper {
    const key = `${agent}\n${document}`
    let keeper = this.keepers.get(key)
    if (!keeper) {
      keeper = this.makeKeeper(agent, document)
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

export interface RenderOptions {
  /** The settings that differ from the defaults, as for `POST /agents/{agentId}/dynamic-prompt`. */
  config?: Partial<DynamicPromptConfig>
  /** Returned when there is no copy at all. Without it, that is an error. */
  fallback?: string
}

/** A randomized prompt, and the origin of its parts. */
export interface Variant {
  text: string
  /** The included and excluded items; null for the fallback. */
  manifest: Manifest | null
  source: PromptSource
  /** Why the service could not be asked, for `stale`, `disk` and `fallback`. */
  error?: Error
}

/** Reads the prompts of one agent. */
export class Agent {
  /** The keeper of the live prompt, which most calls are for. */
  private live: PromptKeeper | undefined
  private parts: { json: string; parsed: PromptParts } | undefined
  private readonly keeperOf: (document: string) => PromptKeeper

  constructor(keeperOf: (document: string) => PromptKeeper) {
    this.keeperOf = keeperOf
  }

  /**
   * The agent's prompt. The first call waits for the service; later ones are answered from memory, and copies older
   * than `ttlMs` are checked in the background. Without any copy or fallback it asks again for `timeoutMs`, as
   * `Retry-After` says.
   * @throws AgentIdentityError only when there is no copy, neither in memory nor on disk, and no fallback;
   * AgentGoneError or KeyRevokedError when there is no fallback and the service says that the agent was deleted or the
   * key revoked, which deletes the copies
   */
  prompt(options: PromptOptions = {}): Promise<Prompt> {
    return this.keeper(options).prompt(options.fallback)
  }

  /**
   * A randomized prompt, generated in this process with the bytes of `POST /agents/{agentId}/dynamic-prompt`. Its parts
   * are cached like a prompt, so this works while the service is down.
   * @param seed an integer from 0 to 2^32-1
   * @throws AgentIdentityError as `prompt`
   */
  async render(seed: number, { config, fallback }: RenderOptions = {}): Promise<Variant> {
    if (seed !== seed >>> 0) throw new RangeError('seed must be an integer from 0 to 4294967295')
    const { text, source, error } = await this.keeperOf('prompt-parts').prompt(fallback)
    const origin = { source, ...(error && { error }) }
    if (source === 'fallback') return { text, manifest: null, ...origin }
    if (this.parts?.json !== text) this.parts = { json: text, parsed: JSON.parse(text) as PromptParts }
    const { parsed } = this.parts
    const { prompt, manifest } = dynamicPrompt(parsed, { ...parsed.config, ...config }, seed)
    return { text: prompt, manifest, ...origin }
  }

  /**
   * Calls back with every new text of the prompt; asks the service once every `ttlMs`.
   * @returns a function that ends it
   */
  onChange(listener: (prompt: Prompt) => void, options: PromptOptions = {}): () => void {
    return this.keeper(options).onChange(listener)
  }

  private keeper({ label, environment, version, maxTokens }: PromptOptions): PromptKeeper {
    if (label === undefined && environment === undefined && version === undefined && maxTokens === undefined) {
      this.live ??= this.keeperOf('prompt')
      return this.live
    }
    // Built for each call, where URLSearchParams would take longer than all the rest.
    const parameters =
      (label === undefined ? '' : `&label=${encodeURIComponent(label)}`) +
      (environment === undefined ? '' : `&environment=${encodeURIComponent(environment)}`) +
      (version === undefined ? '' : `&version=${version}`) +
      (maxTokens === undefined ? '' : `&max_tokens=${maxTokens}`)
    return this.keeperOf(`prompt?${parameters.slice(1)}`)
  }
}

function arePromptParts({ text }: Copy): boolean {
  const { introduction, kinds, config } = parseObject(text) ?? {}
  return typeof introduction === 'string' && Array.isArray(kinds) && typeof config === 'object' && config !== null
}

function environment(name: string): string | undefined {
  return typeof process === 'undefined' ? undefined : process.env?.[name]
}

/** The name of the working directory; empty in a browser, and where the directory was deleted. */
function workingDirectory(): string {
  try {
    return process.cwd().split(/[\\/]/).filter(Boolean).at(-1) ?? ''
  } catch {
    return ''
  }
}

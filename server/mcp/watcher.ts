import { setImmediate } from 'node:timers/promises'
import { badRequest } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import { uuidPattern } from '#core/base/ids.ts'
import type { Operations } from '../http/operations/operations.ts'
import { agentResource } from './resources.ts'

type Revisions = Pick<Operations, 'agentRevisions' | 'validKeys'>

/** How many different resources one stream may name. */
export const maxWatched = 100
/** How many different resources all streams of an organization may name. */
const maxOfOrganization = 1000
/** How many streams may be open at once where many clients are served. */
const maxStreams = { key: 32, organization: 64 }

const pollMs = 1000

/** A client that is notified when resources change. */
export interface Stream {
  orgId: string
  /** The key whose end also ends the stream; undefined for a caller without one. */
  keyId: string | undefined
  /** The only agent that the caller may see; undefined for the whole organization. */
  agentId: string | undefined
  /** Addresses of resources, as the client named them. Resources that do not belong to an agent never change. */
  uris: readonly string[]
  /** Reads the text of a resource, with the rights of the caller. @throws when it cannot be read */
  read(uri: string): Promise<string>
  changed(uri: string): void
  /** Called once, when the key was revoked or has expired. */
  end(): void
}

/** A resource that streams of an organization watch. */
interface Resource {
  /** The slug or id in the resource's address. */
  agent: string
  streams: Set<Stream>
  /** The last known revision; undefined while no agent has that slug or id. */
  revision?: string
  /** The hash of the text at that revision, once the text was read. */
  hash?: string
}

/**
 * Watches the resources of agents. Once a second, one query for each organization with streams compares the revisions
 * of all resources: writes also come from other replicas and from jobs, so that events inside this process would miss
 * some. A text is read when its revision changed, once for all streams.
 */
export class ResourceWatcher {
  readonly #revisions: Revisions
  readonly #limits: typeof maxStreams
  readonly #organizations = new Map<string, OrganizationWatch>()

  constructor(revisions: Revisions, limits = maxStreams) {
    this.#revisions = revisions
    this.#limits = limits
  }

  /**
   * Starts watching for a stream, until `close` is called. Changes after `ready` are reported; `ready` rejects when the
   * database fails.
   *
   * @throws 400 when the stream names too many resources, or there are too many streams.
   */
  open(stream: Stream): { ready: Promise<void>; close: () => void } {
    const { orgId } = stream
    const watch = this.#organizations.get(orgId) ?? new OrganizationWatch(orgId, this.#revisions, this.#limits)
    watch.add(stream)
    this.#organizations.set(orgId, watch)
    const close = () => {
      watch.remove(stream)
      if (watch.isEmpty && this.#organizations.get(orgId) === watch) this.#organizations.delete(orgId)
    }
    return { ready: watch.begin(stream), close }
  }
}

class OrganizationWatch {
  readonly #orgId: string
  readonly #revisions: Revisions
  readonly #limits: typeof maxStreams
  readonly #streams = new Set<Stream>()
  readonly #resources = new Map<string, Resource>()
  #timer: NodeJS.Timeout | undefined
  #comparing: Promise<void> | undefined
  #ending: Promise<void> | undefined

  constructor(orgId: string, revisions: Revisions, limits: typeof maxStreams) {
    this.#orgId = orgId
    this.#revisions = revisions
    this.#limits = limits
  }

  get isEmpty(): boolean {
    return this.#streams.size === 0
  }

  /** @throws 400 when a limit is exceeded */
  add(stream: Stream): void {
    const uris = new Set(stream.uris)
    if (uris.size > maxWatched)
      throw badRequest(`A subscription may name at most ${maxWatched} resources, and this one names ${uris.size}`)
    const ofKey = [...this.#streams].filter(({ keyId }) => keyId === stream.keyId).length
    if (this.#streams.size >= this.#limits.organization)
      throw badRequest(
        `An organization may have at most ${this.#limits.organization} subscriptions open; close one first`,
      )
    if (ofKey >= this.#limits.key)
      throw badRequest(`A key may have at most ${this.#limits.key} subscriptions open; close one first`)
    const resources = [...uris].flatMap((uri) => {
      const found = agentResource(uri)
      return found ? [{ uri, agent: uuidPattern.test(found.slug) ? found.slug.toLowerCase() : found.slug }] : []
    })
    const added = resources.filter(({ uri }) => !this.#resources.has(uri)).length
    if (this.#resources.size + added > maxOfOrganization)
      throw badRequest(
        `All subscriptions of an organization may name at most ${maxOfOrganization} resources; close one first`,
      )
    for (const { uri, agent } of resources) {
      const resource = this.#resources.get(uri) ?? { agent, streams: new Set() }
      resource.streams.add(stream)
      this.#resources.set(uri, resource)
    }
    this.#streams.add(stream)
    this.#timer ??= setInterval(() => this.#poll(), pollMs).unref()
  }

  remove(stream: Stream): void {
    this.#streams.delete(stream)
    for (const uri of stream.uris) {
      const resource = this.#resources.get(uri)
      resource?.streams.delete(stream)
      if (resource?.streams.size === 0) this.#resources.delete(uri)
    }
    if (!this.isEmpty) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Reads the revisions of a new stream's resources that are not known yet. */
  async begin(stream: Stream): Promise<void> {
    const unknown = [...this.#resources.values()].filter(
      ({ revision, streams }) => revision === undefined && streams.has(stream),
    )
    if (unknown.length === 0) return
    const revisions = await this.#read(unknown)
    for (const resource of unknown) resource.revision ??= revisions.get(resource.agent)?.text
  }

  #read(resources: readonly Resource[]) {
    return this.#revisions.agentRevisions(this.#orgId, [...new Set(resources.map(({ agent }) => agent))])
  }

  /**
   * Retries a second later if the database does not answer. Comparing and ending run separately, because reading long
   * texts must not delay the end of a revoked key.
   */
  #poll(): void {
    this.#comparing ??= this.#compare()
      .catch(() => undefined)
      .finally(() => {
        this.#comparing = undefined
      })
    this.#ending ??= this.#endStreams()
      .catch(() => undefined)
      .finally(() => {
        this.#ending = undefined
      })
  }

  async #compare(): Promise<void> {
    const revisions = await this.#read([...this.#resources.values()])
    for (const [uri, resource] of this.#resources) {
      const found = revisions.get(resource.agent)
      if (!found || found.text === resource.revision) continue
      const streams = () => [...resource.streams].filter(({ agentId }) => !agentId || agentId === found.agentId)
      const hash = await hashOf(uri, streams()[0])
      // The first time there is no hash to compare with, and a text that cannot be read may have changed.
      const isChanged = hash === undefined || hash !== resource.hash
      resource.revision = found.text
      resource.hash = hash
      if (isChanged) for (const stream of streams()) stream.changed(uri)
      // Yields, because each text may take milliseconds while other requests wait.
      await setImmediate()
    }
  }

  async #endStreams(): Promise<void> {
    const streams = [...this.#streams].filter(({ keyId }) => keyId !== undefined)
    const valid = await this.#revisions.validKeys(this.#orgId, [...new Set(streams.map(({ keyId }) => keyId!))])
    for (const stream of streams) {
      if (valid.has(stream.keyId!) || !this.#streams.has(stream)) continue
      this.remove(stream)
      stream.end()
    }
  }
}

/** Returns undefined for a text that cannot be read at this point. */
async function hashOf(uri: string, stream: Stream | undefined): Promise<string | undefined> {
  try {
    return stream && sha256(await stream.read(uri))
  } catch {
    return undefined
  }
}

import { badRequest } from '#core/base/errors.ts'
import { wholeNumber } from '#core/base/whole-number.ts'
import { maxIntervalHours, type SourceDefinition, syncInterval } from './source-definition.ts'

/** How a website's pages are found: in its llms.txt, in its sitemap, or listed one by one. */
export const discoveryModes = ['llms_txt', 'sitemap', 'manual'] as const
type DiscoveryMode = (typeof discoveryModes)[number]

/** The part of a page to read: the main part as marked by its author, or everything. */
const extractModes = ['main', 'full'] as const
/** Aliases that clients may use. */
const extractModeNames = { main: 'main', full: 'full', article: 'main', markdown: 'full' } as const
export type ExtractMode = (typeof extractModes)[number]

/** The settings of a website. */
export interface WebsiteConfig {
  /** A host, read by https; or an origin with its scheme. */
  domain: string
  discovery: DiscoveryMode
  /** Pages to read besides the ones found. */
  urls: string[]
  /** Patterns of the paths to read, where `*` matches any characters; null matches all. */
  url_pattern: string | null
  max_pages: number
  extract_mode: ExtractMode
  sync_interval_hours: number
}

/** The config of a request; `discovery_mode` is what the public clients call `discovery`. */
interface WebsiteSettings extends Partial<Omit<WebsiteConfig, 'extract_mode'>> {
  discovery_mode?: DiscoveryMode
  extract_mode?: keyof typeof extractModeNames
}

const maxPages = 500

type CheckAddress = (address: string, field: string) => string

/** Applies a change to the settings. @throws 400 naming the invalid field. */
function websiteConfig(changes: WebsiteSettings, checkAddress: CheckAddress, current?: WebsiteConfig): WebsiteConfig {
  const { domain, urls = [], url_pattern = null, ...named } = { ...current, ...changes }
  if (domain === undefined) throw badRequest('config.domain is required')
  const discovery = changes.discovery ?? changes.discovery_mode ?? current?.discovery
  const config: WebsiteConfig = {
    domain: checkedDomain(domain, checkAddress),
    discovery: discovery ?? (urls.length > 0 ? 'manual' : 'sitemap'),
    urls: [],
    url_pattern: url_pattern?.trim() || null,
    max_pages: wholeNumber('config.maxPages', named.max_pages ?? 50, 1, maxPages),
    extract_mode: extractModeNames[named.extract_mode ?? 'main'],
    sync_interval_hours: wholeNumber('config.syncIntervalHours', named.sync_interval_hours ?? 24, 1, maxIntervalHours),
  }
  if (config.discovery === 'manual' && urls.length === 0) {
    throw badRequest('config.urls is required when config.discovery is manual')
  }
  return { ...config, urls: urls.map((url) => checkedPage(url, config, checkAddress)) }
}

export const websiteSource = {
  title: 'website',
  required: 'domain',
  contentTypes: ['website_page'],
  fields: {
    domain: { type: 'text', maxLength: 300, example: 'docs.example.com' },
    discovery: {
      type: 'choice',
      values: discoveryModes,
      note: 'manual when urls are given, else sitemap; also as discoveryMode',
    },
    discovery_mode: { type: 'choice', values: discoveryModes, isAlias: true },
    urls: { type: 'list', maxLength: 2000, maxItems: maxPages, example: 'https://docs.example.com/values' },
    url_pattern: {
      type: 'text',
      maxLength: 500,
      example: '/blog/*',
      canBeNull: true,
      note: 'paths to read; * matches anything',
    },
    extract_mode: {
      type: 'choice',
      values: extractModes,
      accepted: Object.keys(extractModeNames),
      note: 'the main part of a page (main, the default, or article), or everything (full or markdown)',
    },
    max_pages: { type: 'number', min: 1, max: maxPages, default: 50 },
    sync_interval_hours: syncInterval,
  },
  settings: (changes, { checkAddress }, current) => websiteConfig(changes, checkAddress, current),
  nameOf: ({ domain }) => domain,
} as const satisfies SourceDefinition<WebsiteConfig, WebsiteSettings>

/** The base address of a website's paths. */
export const originOf = ({ domain }: Pick<WebsiteConfig, 'domain'>): string =>
  domain.includes('://') ? domain : `https://${domain}`

function checkedDomain(domain: string, checkAddress: CheckAddress): string {
  const url = new URL(checkAddress(originOf({ domain: domain.trim() }), 'config.domain'))
  if (url.pathname !== '/' || url.search !== '') {
    throw badRequest('config.domain must be a host like example.com, without a path')
  }
  return url.protocol === 'https:' ? url.host : url.origin
}

function checkedPage(page: string, config: WebsiteConfig, checkAddress: CheckAddress): string {
  const origin = originOf(config)
  const address = URL.canParse(page, origin) ? new URL(page, origin).href : page
  const url = checkAddress(address, 'config.urls')
  if (!isSameSite(new URL(url), new URL(origin))) throw badRequest(`config.urls must be pages of ${config.domain}`)
  return url
}

/**
 * Whether both are one host, ignoring a leading `www.`: most sites answer under both and
 * redirect from one to the other.
 */
export const isSameSite = (a: URL, b: URL): boolean => bareHost(a) === bareHost(b)

const bareHost = ({ host }: URL) => host.replace(/^www\./, '')

/**
 * Whether a path with its query matches a pattern in which `*` stands for any characters, or none. Searches from star
 * to star, so that the time is bounded by the product of both lengths for any pattern.
 */
export const fitsPattern = (pattern: string | null, path: string): boolean =>
  pattern === null || fitsPieces(pattern.split('*'), path)

/** The same for a pattern that was split at its stars. */
export function fitsPieces(pieces: readonly string[], path: string): boolean {
  const [start = '', ...rest] = pieces
  if (!path.startsWith(start)) return false
  const end = rest.pop()
  if (end === undefined) return path === start
  let at = start.length
  for (const piece of rest) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return path.length - end.length >= at && path.endsWith(end)
}

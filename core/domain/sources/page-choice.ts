import { readRobots, robotName } from './robots.ts'
import { fitsPattern, isSameSite } from './website-source.ts'

/** Chooses the pages to read from a list of addresses. */
export interface PageChoice {
  /** An address of the website; pages of other sites are left out. */
  origin: string
  /** As in the settings of the website. */
  url_pattern: string | null
  /** The text of the site's robots.txt. */
  robots: string
  /** The maximum number of pages. */
  room: number
}

export interface ChosenPages {
  pages: string[]
  /** The number of examined addresses that robots.txt disallows. */
  refused: number
}

/** Longer than the addresses of pages, in characters; every rule of robots.txt is compared with every character. */
const maxAddressLength = 2000
/** The maximum number of addresses that are compared with robots.txt. */
const maxCompared = 5000

/** Returns the first pages of the list that may be read, and stops there. Takes seconds for a hostile robots.txt. */
export function choosePages(
  addresses: readonly string[],
  { origin, url_pattern, robots, room }: PageChoice,
): ChosenPages {
  const { allows } = readRobots(robots, robotName)
  const site = new URL(origin)
  const compared = new Set<string>()
  const pages: string[] = []
  for (const address of addresses) {
    if (pages.length >= room || compared.size >= maxCompared) break
    const url = address.length <= maxAddressLength ? URL.parse(address) : null
    if (!url || !isSameSite(url, site)) continue
    // A fragment does not make another page.
    url.hash = ''
    const path = url.pathname + url.search
    if (compared.has(url.href) || !fitsPattern(url_pattern, path)) continue
    compared.add(url.href)
    if (allows(path)) pages.push(url.href)
  }
  return { pages, refused: compared.size - pages.length }
}

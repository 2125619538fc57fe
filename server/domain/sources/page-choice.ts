import { readRobots, robotName } from './robots.ts'
import { fitsPattern, isSameSite } from './website-source.ts'

/** Which addresses of a list are pages to read. */
export interface PageChoice {
  /** An address of the website; pages of others are left out. */
  origin: string
  /** As in the settings of the website. */
  url_pattern: string | null
  /** The text of the site's robots.txt. */
  robots: string
  /** The most pages that are taken. */
  room: number
}

export interface ChosenPages {
  pages: string[]
  /** How many of the addresses that were looked at robots.txt asks to leave alone. */
  refused: number
}

/** Longer than pages have, in characters; every rule of robots.txt is compared with every character. */
const maxAddressLength = 2000
/** The most addresses that are compared with robots.txt. */
const maxCompared = 5000

/** The first pages of the list that may be read; looks no further than that. Takes seconds for a hostile robots.txt. */
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
    // A page is one page whatever part of it is named.
    url.hash = ''
    const path = url.pathname + url.search
    if (compared.has(url.href) || !fitsPattern(url_pattern, path)) continue
    compared.add(url.href)
    if (allows(path)) pages.push(url.href)
  }
  return { pages, refused: compared.size - pages.length }
}

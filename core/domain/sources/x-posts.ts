/** Posts of X, from its API or an archive. */

export interface ShortLink {
  /** As it appears in the text: `https://t.co/…`. */
  short: string
  /** The target; empty for a picture, whose address is removed from the text. */
  full: string
}

/** The later of two posts by their ids, which grow with time and exceed the range of numbers. */
export const laterPost = (a: string | null, b: string): string =>
  a !== null && (a.length > b.length || (a.length === b.length && a > b)) ? a : b

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** A post as its reader sees it: X encodes three characters as entities, and shortens every address. */
export function postText(text: string, links: ShortLink[]): string {
  const full = new Map(links.map((link) => [link.short, link.full]))
  return text
    .replace(/https:\/\/t\.co\/\w{1,40}/g, (short) => full.get(short) ?? short)
    .replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity]!)
    .trim()
}

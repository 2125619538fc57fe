/** What posts of X say, whether they come by its API or in an archive. */

export interface ShortLink {
  /** As it stands in the text: `https://t.co/…`. */
  short: string
  /** Where it leads; empty for a picture, which the text goes without. */
  full: string
}

/** The later of two posts by their ids, which grow with time and are longer than a number can be. */
export const laterPost = (a: string | null, b: string): string =>
  a !== null && (a.length > b.length || (a.length === b.length && a > b)) ? a : b

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** A post as its reader sees it: X writes three characters as entities, and every address as a short one. */
export function postText(text: string, links: ShortLink[]): string {
  const full = new Map(links.map((link) => [link.short, link.full]))
  return text
    .replace(/https:\/\/t\.co\/\w{1,40}/g, (short) => full.get(short) ?? short)
    .replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity]!)
    .trim()
}

import { uuidPattern } from '#core/base/ids.ts'
import { normalized } from '../text/combining-marks.ts'

/** Latin letters that Unicode does not decompose into an ASCII letter and a mark. */
const spelledOut: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * Lower-case ASCII letters, digits and single hyphens between them: `Zoë's Bot (v2)` → `zoes-bot-v2`. Other scripts
 * leave nothing, so the result may be empty. Not `@sindresorhus/slugify`, which spells "Müller" and "fooBar"
 * differently from slugs that already exist.
 */
export const slugify = (text: string): string =>
  normalized(text, 'NFKD')
    .replace(/[\p{M}'\u2019]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelledOut[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Shorter than the limit for clients, so that a number can be appended. */
const maxBaseLength = 48
/** `/agents/bulk` is an address of its own. */
const reservedSlugs = ['bulk']

/** Whether a slug can be an agent's: it must never be read as an id, or as another path. */
export const isAgentSlug = (slug: string): boolean => !uuidPattern.test(slug) && !reservedSlugs.includes(slug)

/** Derives a slug from an agent's name, before a number makes it unique (behavior: Agent slugs). */
export function agentSlugBase(name: string): string {
  const slug = slugify(name).slice(0, maxBaseLength).replace(/-$/, '')
  return slug !== '' && isAgentSlug(slug) ? slug : ['agent', slug].filter(Boolean).join('-')
}

/** The `n`-th slug of a base: `ada`, `ada-2`. */
export const numberedSlug = (base: string, n: number): string => (n === 1 ? base : `${base}-${n}`)

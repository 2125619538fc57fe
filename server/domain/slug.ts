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
 * leave nothing, so the result may be empty. Not `@sindresorhus/slugify`, which spells "Müller" and "fooBar" in another way
 * than the slugs that were given already.
 */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'\u2019]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelledOut[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

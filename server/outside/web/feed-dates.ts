import { parseMoment } from '#core/base/time.ts'
import { normalized } from '#core/domain/text/combining-marks.ts'

/** Hours from UTC by the names that mail and feeds use; `Date` knows only those of North America. */
const zones: Record<string, string> = {
  UT: '+0000',
  UTC: '+0000',
  GMT: '+0000',
  Z: '+0000',
  WET: '+0000',
  WEST: '+0100',
  BST: '+0100',
  CET: '+0100',
  MEZ: '+0100',
  MET: '+0100',
  MEST: '+0200',
  CEST: '+0200',
  MESZ: '+0200',
  EET: '+0200',
  EEST: '+0300',
  SAST: '+0200',
  MSK: '+0300',
  IST: '+0530',
  PKT: '+0500',
  ICT: '+0700',
  WIB: '+0700',
  HKT: '+0800',
  SGT: '+0800',
  AWST: '+0800',
  JST: '+0900',
  KST: '+0900',
  ACST: '+0930',
  ACDT: '+1030',
  AEST: '+1000',
  AEDT: '+1100',
  NZST: '+1200',
  NZDT: '+1300',
  BRT: '-0300',
  ART: '-0300',
  NST: '-0330',
  NDT: '-0230',
  AST: '-0400',
  ADT: '-0300',
  EST: '-0500',
  EDT: '-0400',
  CST: '-0600',
  CDT: '-0500',
  MST: '-0700',
  MDT: '-0600',
  PST: '-0800',
  PDT: '-0700',
  AT: '-0400',
  ET: '-0500',
  CT: '-0600',
  MT: '-0700',
  PT: '-0800',
  AKST: '-0900',
  AKDT: '-0800',
  HST: '-1000',
}

const maxLength = 100
/** `Date` makes a month of a single number. */
const minLength = '2 Oct 02'.length
/** A time of day and its zone: a name, an offset, or an offset from a named zone (`GMT+2`). */
const timeOfDay =
  /(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[ap]m)?)(?:\s{0,3}(?!(?:am|pm)\b)([a-z]{1,5})(?![a-z]))?(\s{0,3}[+-]\d{1,2}(?::?\d{2})?)?/i

/** The languages besides English in which generators write dates, although feeds have English ones. */
const languages = ['cs', 'da', 'de', 'el', 'es', 'fi', 'fr', 'hu', 'it', 'nl', 'pl', 'pt', 'ru', 'sv', 'tr', 'uk']
/** A day and a month as a word: `24 Set`, `1. März`, `5 de mayo de`. */
const dayAndMonth = /(\d{1,2})\.?[\s-]+(?:de\s+)?(\p{L}{3,20})\.?(?:\s+de(?=\s))?/u

/**
 * The time of an entry: ISO 8601 with omissions, or the dates of mail, in UTC without a zone or with an unknown one.
 * Null for anything else.
 */
export function momentOf(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > maxLength) return null
  const zoned = withOffset(trimmed)
  const iso = parseMoment(asIso(trimmed)) ?? parseMoment(asIso(zoned))
  if (iso || trimmed.length < minLength) return iso?.toISOString() ?? null
  return (mailDate(zoned) ?? mailDate(inEnglish(zoned)))?.toISOString() ?? null
}

function mailDate(text: string): Date | undefined {
  const date = new Date(text)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date : undefined
}

let months: Map<string, string> | undefined

function inEnglish(text: string): string {
  const [found, day, word = ''] = dayAndMonth.exec(text) ?? []
  if (found === undefined) return text
  months ??= monthNames()
  const month = months.get(normalized(word).toLowerCase())
  // The name of the weekday is left out.
  return month ? `${day} ${month}${text.slice(text.indexOf(found) + found.length)}` : text
}

/** English months by their names in other languages; read when a date first needs them, since it takes 0.1 s. */
function monthNames(): Map<string, string> {
  const names = new Map<string, string>()
  const styles = (['short', 'long'] as const).flatMap((month) => [{ month }, { month, day: 'numeric' as const }])
  for (const options of languages.flatMap((language) => styles.map((style) => ({ language, style })))) {
    const { language, style } = options
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })
    for (const [index, english] of englishMonths.entries()) {
      const parts = format.formatToParts(Date.UTC(2026, index, 1))
      const name = parts
        .find(({ type }) => type === 'month')
        ?.value.replace('.', '')
        .toLowerCase()
      if (name) names.set(name, english)
    }
  }
  return names
}

const englishMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `2026`, `2026-03`, `20260301T120000Z` and `2026-03-01 12:00:00 +0100` in full. */
const asIso = (text: string): string =>
  text
    .replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?/, (_all, year, month, day, hour, minute, second = '00') => {
      return `${year}-${month}-${day}T${hour}:${minute}:${second}`
    })
    .replace(/^(\d{4})(-\d{2})?$/, (_all, year, month = '-01') => `${year}${month}-01`)
    .replace(/^(\d{4}-\d{2}-\d{2})\s+(?=\d)/, '$1T')
    .replace(/(?<!\s)\s+(?=(?:Z|[+-]\d{2}:?\d{2})$)/i, '')

const withOffset = (text: string): string =>
  timeOfDay.test(text)
    ? text.replace(timeOfDay, (_all, time, zone, offset) => {
        return `${time} ${offset ? `GMT${offset.trim()}` : (zones[zone?.toUpperCase()] ?? '+0000')}`
      })
    : `${text} UTC`

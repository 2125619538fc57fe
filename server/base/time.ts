const isoDate = /^\d{4}-\d{2}-\d{2}$/
const isoDateTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * An ISO 8601 date or date-time, or undefined. A date, or a time without a zone, is UTC; the `+` of a zone may have
 * arrived as a space, as it does in an unescaped query (behavior: Changes since a date).
 */
export function parseMoment(text: string): Date | undefined {
  if (isoDate.test(text)) return validDate(text, `${text}T00:00:00Z`)
  const [, date, time, zone = 'Z'] = isoDateTime.exec(text.replace(/ (?=\d{2}:?\d{2}$)/, '+')) ?? []
  return date === undefined ? undefined : validDate(date, `${date}T${time}${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`)
}

/** The same as ISO 8601 in UTC; null for what is not a moment, which anyone may claim. */
export const isoMoment = (text: string | null): string | null =>
  (text === null ? undefined : parseMoment(text))?.toISOString() ?? null

/**
 * When a record that was last changed at `previous` changes now. Always later, also within one millisecond or on a
 * clock that was set back: a record's `updated_at` tells its states apart.
 */
export const momentAfter = (previous: string, now: Date): string =>
  new Date(Math.max(now.getTime(), new Date(previous).getTime() + 1)).toISOString()

/** JavaScript rolls 30 February over to March; a date that does not exist is not a date here. */
function validDate(date: string, text: string): Date | undefined {
  const day = new Date(`${date}T00:00:00Z`)
  const moment = new Date(text)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return undefined
  // Year 0 does not exist for PostgreSQL, and a zone can push a moment out of the four-digit years.
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment : undefined
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/
const isoDateTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Parses an ISO 8601 date or date-time; undefined if it is invalid. A date, or a time without a zone, is in UTC. The
 * `+` of a zone may have arrived as a space, as it does in an unescaped query (behavior: Changes since a date).
 */
export function parseMoment(text: string): Date | undefined {
  if (isoDate.test(text)) return validDate(text, `${text}T00:00:00Z`)
  const [, date, time, zone = 'Z'] = isoDateTime.exec(text.replace(/ (?=\d{2}:?\d{2}$)/, '+')) ?? []
  return date === undefined ? undefined : validDate(date, `${date}T${time}${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`)
}

/**
 * Returns the time as ISO 8601 in UTC; null for text that is not a time, since texts from outside can contain anything.
 */
export const isoMoment = (text: string | null): string | null =>
  (text === null ? undefined : parseMoment(text))?.toISOString() ?? null

/**
 * Returns the new `updated_at` of a record that was last changed at `previous`. Always later, even within one
 * millisecond or on a clock that was set back: `updated_at` distinguishes the states of a record.
 */
export const momentAfter = (previous: string, now: Date): string =>
  new Date(Math.max(now.getTime(), new Date(previous).getTime() + 1)).toISOString()

/** JavaScript turns 30 February into a day of March; here a date that does not exist is invalid. */
function validDate(date: string, text: string): Date | undefined {
  const day = new Date(`${date}T00:00:00Z`)
  const moment = new Date(text)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return undefined
  // PostgreSQL has no year 0, and a zone can move a time out of the four-digit years.
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment : undefined
}

/**
 * Splits a list of exact origins at its commas: each a scheme, a host, and a port unless it is the scheme's own.
 * Undefined if an entry is anything else, such as a wildcard.
 */
export function originsIn(list: string): string[] | undefined {
  const origins = list.split(',').map((origin) => origin.trim())
  const areValid = origins.every((origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin)
  return areValid ? origins : undefined
}

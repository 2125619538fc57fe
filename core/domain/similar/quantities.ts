import { groups } from './words.ts'

/**
 * Reads the numbers and times in a statement, each on its own scale, so that "two hours", "2h" and
 * "120 minutes" are equal. English and German.
 */

/**
 * The values, each prefixed with its scale: "seconds 14400", "clock 960", "number 1000",
 * "label p1", "weekday 4", "rhythm week".
 */
export type Quantities = ReadonlyMap<string, string>

/** Whether each of two statements names a value that the other lacks, on the same scale. Called for many pairs. */
export function quantitiesDiffer(a: Quantities, b: Quantities): boolean {
  for (const [value, scale] of a) {
    if (b.has(value)) continue
    for (const [rival, itsScale] of b) if (itsScale === scale && !a.has(rival)) return true
  }
  return false
}

/** Each number with its names. "One" is left out, because it is usually a pronoun. */
const numberOf = new Map(
  groups(`
    0 zero; 2 two zwei; 3 three drei; 4 four vier; 5 five fünf; 6 six sechs; 7 seven sieben; 8 eight acht; 9 nine neun;
    10 ten zehn; 11 eleven elf; 12 twelve dozen zwölf; 13 thirteen; 14 fourteen; 15 fifteen; 16 sixteen; 17 seventeen;
    18 eighteen; 19 nineteen; 20 twenty zwanzig; 30 thirty dreißig; 40 forty vierzig; 50 fifty fünfzig; 60 sixty sechzig;
    70 seventy siebzig; 80 eighty achtzig; 90 ninety neunzig; 100 hundred hundert; 1000 thousand tausend;
    1000000 million millionen
  `).flatMap(([value, ...names]) => names.map((name) => [name, Number(value)] as const)),
)

/** Units of time in seconds; calendar units, which have no fixed length, in months. */
const units = new Map(
  groups(`
    seconds 0.001 ms millisecond milliseconds millisekunden; seconds 1 s sec secs second seconds sekunde sekunden;
    seconds 60 min mins minute minutes minuten; seconds 3600 h hr hrs hour hours stunde stunden;
    seconds 86400 d day days tag tage tagen tages; seconds 604800 week weeks woche wochen;
    months 1 month months monat monate monaten; months 3 quarter quarters quartal quartale;
    months 12 year years jahr jahre jahren;
    bytes 1 byte bytes; bytes 1e3 kb kilobyte kilobytes; bytes 1e6 mb megabyte megabytes; bytes 1e9 gb gigabyte gigabytes; bytes 1e12 tb terabytes
  `).flatMap(([scale, size, ...names]) => names.map((name) => [name, { scale: scale!, size: Number(size) }] as const)),
)

/** Units that are not converted into each other, so that amounts in two of them differ. */
const amounts = new Map(
  groups(`
    percent prozent pct; eur euro euros; usd dollar dollars; gbp pounds; chf; jpy yen; px pixel pixels; rem; em; pt; mm; cm; km; m meter meters;
    inch inches; feet foot ft; mile miles; kg kilo kilos kilogram kilograms; g gram grams; lb lbs; oz; celsius; fahrenheit; points; degrees
  `).flatMap(([first, ...others]) => [first!, ...others].map((name) => [name, first!] as const)),
)
/** Whether it names a number or, as an article before a unit, one. */
export const isNumber = (word: string): boolean => numberIn(word) !== undefined || singles.has(word)

/** Whether it is a unit of any amount. */
export const isUnit = (word: string): boolean => units.has(word) || amounts.has(word)

const symbols: Readonly<Record<string, string>> = { '%': 'percent', '€': 'eur', $: 'usd', '£': 'gbp', '¥': 'jpy' }

/** Words between a number and its unit: "two working days". */
const unitQualifiers = new Set(['working', 'business', 'calendar', 'full', 'volle', 'vollen'])
const singles = new Set('a an one ein eine einem einen einer eines'.split(' '))
const within = new Set(['within', 'innerhalb', 'binnen'])
const weekdays = groups(`
  monday montag; tuesday dienstag; wednesday mittwoch; thursday donnerstag; friday freitag; saturday samstag; sunday sonntag
`).map((names) => new RegExp(`\\b(?:${names.join('|')})s?\\b`))
/** The word for a rhythm, after its name; "every day" is one without being listed. */
const rhythms = groups(`
  hour hourly stündlich; day daily täglich jeden_tag; week weekly wöchentlich jede_woche; month monthly monatlich jeden_monat;
  quarter quarterly jedes_quartal; year yearly annual jährlich
`).map(([rhythm, ...names]) => {
  const often = `(?:every|each|per|(?:once|twice|times) an?) (?:single )?${rhythm}\\b`
  return { rhythm, name: new RegExp(`(?<!\\p{L})(?:${names.join('|').replaceAll('_', ' ')}|${often})`, 'u') }
})
const clock = /\b(\d{1,2})(?::(\d\d))?\s?(am|pm|a\.m\.|p\.m\.|uhr)(?!\p{L})|\b(\d{1,2}):(\d\d)\b/gu

/** "3.10" is not "3.1", unless it is an amount, and "1.2.3" is one name. */
const version = new RegExp(
  `(?<![\\d.])(?:\\d+(?:\\.\\d+){2,}|\\d+\\.\\d*0(?! ?(?:${[...units.keys(), ...amounts.keys()].join('|')})\\b))(?![\\d.])`,
  'g',
)

/** A longer run of digits is no number, and searching it for groups would take very long. */
const maxNumberLength = 60
const withoutGroups = (number: string): string =>
  number.replace(/\b\d{1,3}(?:[.,]\d{3})+(?![\d.,]*\d)/g, (grouped) => grouped.replace(/[.,]/g, ''))

/** Reads the values in a lower-case statement. */
export function quantitiesOf(text: string): Quantities {
  const found = new Set<string>()
  for (const [day, name] of weekdays.entries()) if (name.test(text)) found.add(`weekday ${day}`)
  for (const { rhythm, name } of rhythms) if (name.test(text)) found.add(`rhythm ${rhythm}`)
  if (/\btwice\b/.test(text)) found.add('number 2')
  const plain = text
    // "€50", "50 €" and "50%", each with its unit behind it.
    .replace(/([€$£¥])\s?(\d[\d.,]*)/g, (_, symbol, number) => `${number} ${symbols[symbol]} `)
    .replace(/(\d)\s?([%€$£¥])/g, (_, digit, symbol) => `${digit} ${symbols[symbol]} `)
    .replace(version, (name) => {
      found.add(`version ${name}`)
      return ' '
    })
    .replace(/\bv(?=\d)/g, '')
    .replace(clock, (_, hour, minutes, half, hours, past) => {
      const noon = half?.startsWith('p') ? 12 : 0
      const whole = half?.startsWith('a') || half?.startsWith('p') ? (Number(hour) % 12) + noon : Number(hour ?? hours)
      found.add(`clock ${whole * 60 + Number(minutes ?? past ?? 0)}`)
      return ' '
    })
    // "1,000" and the German "1.000", but not the decimals of "3.14".
    .replace(/[a-z_]?[\d.,]+/gi, (number) => (number.length > maxNumberLength ? number : withoutGroups(number)))
    .replace(/(\d),(?=\d)/g, '$1.')
    .replace(/\bhalf an? (hour|day|year)/g, '0.5 $1')
    .replace(/(\d)k\b/g, '$1000')
  const tokens = plain.match(/\d+(?:\.\d+)?|\p{L}+\d[\p{L}\d]*|\p{L}+/gu) ?? []
  for (let at = 0; at < tokens.length; ) at = readNumber(tokens, at, found)
  return new Map([...found].map((value) => [value, value.split(' ', 1)[0]!]))
}

/** Reads the value at an index; returns the index after it. */
function readNumber(tokens: readonly string[], start: number, found: Set<string>): number {
  const first = tokens[start]!
  if (/^\p{L}.*\d/u.test(first)) {
    found.add(`label ${first}`)
    return start + 1
  }
  let at = start
  let value: number | undefined
  for (; at < tokens.length; at++) {
    const next = numberIn(tokens[at]!)
    if (next === undefined) break
    if (value === undefined) value = next
    else if (next >= 100 && value < next) value *= next
    else if (value >= 20 && next < 10 && !/\d/.test(tokens[at]!)) value += next
    else break
  }
  if (value === undefined && singles.has(first) && (first === 'one' || within.has(tokens[start - 1]!))) {
    // "Within a day" and "one day" name a time; "a day" alone need not.
    if (!units.has(skipQualifier(tokens, start + 1)!)) return start + 1
    value = 1
    at = start + 1
  }
  if (value === undefined) return start + 1
  const unit = units.get(skipQualifier(tokens, at)!)
  const amount = amounts.get(tokens[at]!)
  if (unit) found.add(`${unit.scale} ${value * unit.size}`)
  else if (amount !== undefined) found.add(`amount ${value} ${amount}`)
  else found.add(`number ${value}`)
  return at
}

const numberIn = (token: string): number | undefined => (/^\d/.test(token) ? Number(token) : numberOf.get(token))
const skipQualifier = (tokens: readonly string[], at: number): string | undefined =>
  unitQualifiers.has(tokens[at]!) ? tokens[at + 1] : tokens[at]

const moment =
  '(?:(?:the|an?|one|about|next|end of|start of|den|dem|der|von|eine[mnrs]?) )*(?:[€$£\\d]|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|tomorrow|january|february|march|april|june|july|august|september|october|november|december|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|' +
  `(?:${[...numberOf.keys()].join('|')}|an?|one|eine[mnrs]?) (?:\\p{L}+ )?(?:${[...units.keys()].filter((name) => name.length > 2).join('|')})(?!\\p{L}))`
const early = new RegExp(
  `(?<!\\p{L})(?:within|until|till|before|no later than|up to|innerhalb|binnen|bis|vor|by(?! \\d)) ${moment}`,
  'u',
)
const late = new RegExp(`(?<!\\p{L})(?:after|since|from|past|not before|nach|ab|seit) ${moment}`, 'u')

/**
 * The side of a moment on which something is to happen: 0 before it, 1 after it; undefined without one, or with both.
 */
export function timeLimitOf(text: string): number | undefined {
  const [isEarly, isLate] = [early.test(text), late.test(text)]
  return isEarly === isLate ? undefined : isLate ? 1 : 0
}

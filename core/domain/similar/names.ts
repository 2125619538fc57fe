import { isUnit, quantitiesDiffer } from './quantities.ts'
import { emptyWords, groups } from './words.ts'

/**
 * Reads the names in a statement: people, products, files, methods, units. "Change data with GET requests" and "with
 * POST requests" share every other word. A name is recognized by its form, or by a list of rivals.
 */
export interface Names {
  /** In lower case, as their words with single spaces. */
  names: readonly string[]
  /** Compounds with a hyphen, such as "read-only", in the same form. */
  compounds: readonly string[]
  /** The text in backticks. */
  code: readonly string[]
  /** The members of lists of rivals, by list. */
  rivals: ReadonlyMap<string, string>
  /** Initials of adjacent capitalized words, which an acronym may stand for. */
  initials: string
  /** All words in lower case, with a space around each. */
  spaced: string
  text: string
}

/** Things of which a statement means one: `list`, then groups of synonyms, separated by slashes. */
const rivals = new Map(
  `
  language english englisch / german deutsch / french französisch / spanish spanisch / italian italienisch / dutch / portuguese / japanese / chinese / korean / russian / polish
  month january januar / february februar / march märz / april / june juni / july juli / august / september / october oktober / november / december dezember
  spelling british / american
  environment staging / production prod
  packages npm / yarn / pnpm / bun
  tests jest / vitest / mocha / pytest / unittest
  code python / java / javascript / typescript / ruby / php / kotlin
  database mysql / postgresql postgres / sqlite / mongodb / mariadb
  protocol http / https / ftp / sftp / ssh / tcp / udp / grpc
  format json / yaml / xml / toml / csv
  currency eur euro euros / usd dollar dollars / gbp / chf / jpy yen
  length px pixel pixels / rem / em / pt / mm millimeter millimeters millimetres / cm centimeter centimeters centimetres / km kilometer kilometers kilometres / inch inches / feet foot / mile miles / meter meters metres
  weight kg kilogram kilograms / gram grams / lb lbs / ounce ounces
  temperature celsius / fahrenheit
  zone utc / cet / est / pst / gmt
  width tabs / spaces
  quotes single / double
  days weekdays weekday / weekends weekend
  access read reads reading / write writes writing
  branch push pushes pushing / pull pulls pulling
  card debit / credit
  sum gross brutto / net netto
  trade buyer buyers / seller sellers
  mail sender senders / recipient recipients receiver receivers
  copy primary / replica replicas secondary
  system metric / imperial
  theme light / dark
  side left / right
  place client clients browser / server servers
  direction horizontal horizontally / vertical vertically
  secret plaintext plain / hashed encrypted
  case lowercase / uppercase / camelcase / pascalcase
  `
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [list, ...words] = line.trim().split(' ')
      return groups(words.join(' ').replaceAll('/', ';')).flatMap(([first, ...others]) =>
        [first!, ...others].map((word) => [word, { list: list!, value: `${list} ${first}` }] as const),
      )
    }),
)

/** Other spellings of a name. */
const spellings = new Map(
  groups(`
    us american usa; uk british; js javascript; ts typescript; postgresql postgres; k8s kubernetes; go golang; pr prs mr mrs
  `).flatMap(([first, ...others]) => others.map((other) => [other, first!] as const)),
)
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bunited states\b/g, 'us'],
  [/\bunited kingdom\b/g, 'uk'],
  [/\b(?:pull|merge)[ -]requests?\b/g, 'pr'],
  [/\bnode\.js\b/g, 'node'],
]

export function readNames(statement: string): Names {
  const plain = statement.replace(/[`*_]{1,3}(?=[\s.,;:!?)]|$)|(?<=[\s(]|^)[`*_]{1,3}/g, ' ')
  const spaced = spacedWords(plain)
  const tokens = tokensOf(plain)
  const words = spaced.trim().split(' ')
  return {
    names: tokens
      .filter(isName(plain, tokens))
      .map(({ token }) => spacedWords(token).trim())
      .filter(Boolean),
    compounds: tokens.flatMap(({ token }) =>
      /^\p{Ll}{2,}(?:-\p{Ll}{2,})+$/u.test(token) ? spacedWords(token).trim() : [],
    ),
    code: codeNamesIn(statement),
    rivals: new Map(
      words.flatMap((word) => {
        const rival = rivals.get(word)
        return rival ? [[rival.value, rival.list] as const] : []
      }),
    ),
    initials: initialsOf(tokens),
    spaced,
    text: statement,
  }
}

/** Whether each of two statements names something that the other lacks. */
export const namesDiffer = (a: Names, b: Names): boolean =>
  quantitiesDiffer(a.rivals, b.rivals) ||
  (a.names.length > 0 &&
    b.names.length > 0 &&
    a.names.some((name) => !isNamed(name, b)) &&
    b.names.some((name) => !isNamed(name, a))) ||
  compoundsDiffer(a, b)

/**
 * Whether each names something in backticks that the other lacks entirely: work on `parser` is not work on `printer`.
 */
export const codeDiffers = (a: Names, b: Names): boolean =>
  a.code.some((name) => !holdsName(b.text, name)) && b.code.some((name) => !holdsName(a.text, name))

const isNamed = (name: string, { names, compounds, spaced, initials }: Names) =>
  names.includes(name) ||
  compounds.includes(name) ||
  spaced.includes(` ${name} `) ||
  spaced.includes(` ${name}s `) ||
  (name.endsWith('s') && spaced.includes(` ${name.slice(0, -1)} `)) ||
  (name.length > 1 && initials.includes(` ${name} `))

/** Whether both have a compound with one part in common: "read-only" and "read-write". */
function compoundsDiffer(a: Names, b: Names): boolean {
  if (a.compounds.length === 0 || b.compounds.length === 0) return false
  const own = a.compounds.filter((name) => !isNamed(name, b)).map((name) => name.split(' '))
  const others = b.compounds.filter((name) => !isNamed(name, a)).map((name) => name.split(' '))
  return own.some((mine) => others.some((yours) => mine[0] === yours[0] || mine.at(-1) === yours.at(-1)))
}

/** The words of a text in lower case, "C++" and "C#" whole, each in its usual spelling. */
function spacedWords(text: string): string {
  const lower = phrases.reduce((result, [pattern, by]) => result.replace(pattern, by), text.toLowerCase())
  const words = lower.match(/(?<![\p{L}\p{N}])\p{L}(?:\+\+|#)(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu) ?? []
  return ` ${words.map((word) => spellings.get(word) ?? word).join(' ')} `
}

interface Token {
  token: string
  /** Whether it begins a sentence, where every word is capitalized. */
  isFirst: boolean
}

function tokensOf(text: string): Token[] {
  let isFirst = true
  return text.split(/\s+/).flatMap((raw) => {
    const token = wordIn(raw)
    if (token === undefined) return []
    const read = { token, isFirst }
    isFirst = /[.!?:;]["'”’)]*$/.test(raw)
    return [read]
  })
}

/** The part of a text without spaces from its first to its last letter or digit. */
function wordIn(raw: string): string | undefined {
  const start = raw.search(/[.@/]?[\p{L}\p{N}]/u)
  if (start < 0) return undefined
  let end = raw.length
  while (!/[\p{L}\p{N}+#]/u.test(raw[end - 1]!)) end--
  const word = raw.slice(start, end).replace(/['’]s$/, '')
  return /\p{L}/u.test(word) ? word : undefined
}

/** German writes every noun with a capital. */
const german = /[äöüß]|\b(?:der|das|und|nicht|ist|für|immer|nie|ein|eine|auf|den|dem|nach|bei|wenn|keine?)\b/

function isName(text: string, tokens: readonly Token[]): (token: Token) => boolean {
  const isShouted = !/\p{Ll}{2}/u.test(text)
  const long = tokens.slice(1).filter(({ token }) => token.length > 3)
  const isTitle = long.length > 2 && long.every(({ token }) => /^\p{Lu}/u.test(token))
  const hasPlainCapitals = isTitle || german.test(text)
  return ({ token, isFirst }) => {
    if (isShouted || /^\p{Ll}+$/u.test(token) || isUnit(token.toLowerCase())) return false
    if (isIdentifier(token, isFirst)) return !isEmphasis(token)
    return (
      !isFirst &&
      !emptyWords.has(token.toLowerCase()) &&
      !hasPlainCapitals &&
      /^\p{Lu}[\p{Ll}]+(?:-\p{L}+)*$/u.test(token)
    )
  }
}

/** "NEVER", "MUST": a word of grammar in capitals. "US" and "IT" are names. */
const isEmphasis = (token: string) => token.length > 2 && emptyWords.has(token.toLowerCase()) && !httpMethods.has(token)
const httpMethods = new Set(['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

const identifiers: readonly RegExp[] = [
  // Acronyms with their plural, camelCase, snake_case.
  /^\p{Lu}{2,}s?$/u,
  /\p{Ll}\p{Lu}/u,
  /[\p{L}\p{N}]_[\p{L}\p{N}]/u,
  /^\p{L}(?:\+\+|#)$/u,
  /^\.?\p{Lu}[\p{L}\p{N}]*[./-][\p{L}\p{N}./-]+$/u,
  /^(?=.*\p{Lu})\p{L}.*\p{N}/u,
  // Names of files, addresses and paths.
  /^\.?[\p{L}\p{N}]{2,}\.\p{L}[\p{L}\p{N}.]*$/u,
  /^[@~.]?\/?[\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+)+\/?$/u,
]

const isIdentifier = (token: string, isFirst: boolean): boolean =>
  !/^(?:and\/or|e\.g|i\.e|either\/or)$/i.test(token) &&
  (identifiers.some((pattern) => pattern.test(token)) || (!isFirst && /^(?:[B-HJ-Z]|Go)$/.test(token)))

function initialsOf(tokens: readonly Token[]): string {
  const runs = tokens.map(({ token }) => (/^\p{Lu}\p{Ll}/u.test(token) ? token[0]!.toLowerCase() : ' ')).join('')
  return ` ${runs.replace(/\s+/g, ' ')} `
}

/** Whether a name occurs as a whole: `parser` is neither in `html-parser` nor in `parser/lines.ts`. */
function holdsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + name.length, at + name.length + 2)]
    if (!/[\p{L}\p{N}_./-]$/u.test(before) && !/^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}])/u.test(after)) return true
  }
  return false
}

const codeNamesIn = (statement: string): string[] =>
  statement
    .split('`')
    .filter((name, at) => at % 2 === 1 && name.trim() !== '')
    .map((name) => name.trim())

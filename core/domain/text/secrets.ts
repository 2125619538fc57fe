import { assignsSecret, looksSecret, namesSecret, refersToSecret } from './secret-words.ts'
import { tokenShapes } from './token-shapes.ts'

/**
 * Redacts text that looks like a credential, which is never stored. Tokens are detected by the shape that their
 * provider gives them, all other secrets by the text before them. No pattern crosses a line end except the one for
 * private keys, and all are bounded or free of backtracking, so a hostile text takes no longer than any other of its
 * length.
 */

/** Replaces a secret. */
export const redacted = '[redacted]'

const tokens = new RegExp(`(?<![A-Za-z0-9])(?:${Object.values(tokenShapes).join('|')})`, 'g')

const keyMark = (word: string) => `-----${word} [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`
/** To its end, or, for a truncated key, to its last line. */
const privateKeys = new RegExp(
  `${keyMark('BEGIN')}(?:(?:(?!-----BEGIN )[\\s\\S]){0,20000}?${keyMark('END')}|(?:\\s*[A-Za-z0-9+/=]{20,})*)`,
  'g',
)

const bareValue = (length: number) => `(?:(?![&;,]\\s?\\w+=)[^\\s"'\`]){${length},500}`

/** Secrets detected by the text before them: the first group stays, the second is removed if it is a secret. */
const placedSecrets: Record<string, { pattern: RegExp; isSecret: (value: string, before: string) => boolean }> = {
  'bearer token': {
    pattern: /\b(bearer[ \t]{1,4})([A-Za-z0-9._~+/-]{20,}=*)/gi,
    isSecret: (value) => !isWord(value),
  },
  'authorization header': {
    pattern:
      /\b(authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:basic|token|apikey|digest)[ \t]{1,4})([\w.~+/=-]{6,})/gi,
    isSecret: (value) => !isWord(value),
  },
  cookies: {
    pattern:
      /\b((?:set-)?cookie["']?[ \t]{0,4}:[ \t]{0,4}["']?)([^\s=;"']{1,100}=[^\s"']{3,4000}(?:[ \t][^\s=;"']{1,100}=[^\s"']*)*)/gi,
    isSecret: () => true,
  },
  'password of curl': {
    pattern: /\b(curl[ \t][^\n]{0,200}?(?<=[ \t])(?:-u|--user)[ =]?["']?[^\s:"']{0,100}:)([^\s"']{1,200})/gi,
    isSecret: (value) => !refersToSecret(value),
  },
  'password of an address': {
    pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:)([^\s/"'<>]{1,200})(?=@)/gi,
    isSecret: (value) => !refersToSecret(value),
  },
  'token of an address': {
    pattern: /(\bhttps?:\/\/)([^\s/:@"'<>]{16,500})(?=@)/gi,
    isSecret: looksSecret,
  },
  'signature of an address': {
    pattern: /(\bsig=)([A-Za-z0-9%+/=_-]{20,})/g,
    isSecret: () => true,
  },
  option: {
    pattern: new RegExp(`(?<!\\S)(--[A-Za-z][\\w-]{0,60}[ \\t]{1,4}["']?)(${bareValue(3)})`, 'g'),
    isSecret: (value, before) => namesSecret(before) && looksSecret(value),
  },
  'sentence about a secret': {
    pattern: new RegExp(
      `\\b((?:password|passphrase|passcode|passwort|kennwort|pwd|secret|token|(?:api|access)[ _-]?key)(?:[ \\t]{1,4}(?:for|of|to|für)(?:[ \\t]{1,4}[\\w.@-]{1,30}){1,4}?)?(?:[ \\t]{1,4}(?:is|was|ist|war|lautet)(?:[ \\t]{1,4}(?:now|still|currently|jetzt))?[ \\t]{0,4}:?|[ \\t]{0,4}:)[ \\t]{1,4}["'\`(*]{0,3})(${bareValue(6)})`,
      'gi',
    ),
    isSecret: looksSecret,
  },
}

const isWord = (value: string) => /^[A-Z]?[a-z]*(?:-[a-z]+)*$/.test(value)

/** `name = value` and `name: value`, quoted or not. */
const assignment = new RegExp(
  `(?<![\\w.-])([.-]{0,4}(?:(?:api|access|private|account|secret|signing|encryption)[ \\t])?[a-z_][\\w.-]{0,120})(?![\\w.-])(\\\\?["'\`*\\]]{0,4}[ \\t]{0,4}(?::=|=>|[:=])\\*{0,3}[ \\t]{0,4})(?:(\\\\?["'\`])((?:(?!\\3)[^\\n]){3,500})\\3|(?![="'\`\\\\])(${bareValue(3)}))`,
  'gi',
)
const redactAssigned = (
  all: string,
  name: string,
  sign: string,
  quote = '',
  quoted?: string,
  bare?: string,
): string => {
  const [value, rest] = splitPunctuation(quoted ?? bare!, quote)
  if (!assignsSecret({ name, sign, quote, value })) return all
  return `${name}${sign}${redacted}${rest}`
}

/** Punctuation or a bracket that closes the text behind an unquoted value is not part of it. */
const splitPunctuation = (value: string, quote: string): [string, string] => {
  const rest = quote === '' ? /[.,;:)\]}*]{0,9}$/.exec(value)![0] : ''
  return [value.slice(0, value.length - rest.length), rest]
}

/** Replaces every key, token, private key and password in the text with `[redacted]`. */
export const redactSecrets = (text: string): string =>
  Object.values(placedSecrets)
    .reduce(
      (result, { pattern, isSecret }) =>
        result.replace(pattern, (all, before: string, value: string) =>
          isSecret(value, before) ? before + redacted : all,
        ),
      text.replace(privateKeys, redacted).replace(tokens, redacted),
    )
    .replace(assignment, redactAssigned)

/**
 * Decides which names suggest a secret, and which values can be one: ordinary text contains tokens and passwords, too.
 */

/** A name as words in lower case: `dbPassword1`, `DB_PASSWORD` and `db-password` all become ` db password `. */
const wordsOf = (name: string): string =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z\d]+|(?<!\d)\d+(?![a-z\d])/g, ' ')
    .trim()} `

const passwordName = /(?:passw(?:or)?d|passphrase|passcode|passwort|kennwort)s? | (?:pwd|pw) | \S+ pass $/
const tokenName =
  /(?:secret|token|credential|apikey|accesskey|privatekey|accountkey)s? | (?:api|access|private|account|signing|encryption|auth) keys? /
/** `token_type` and `max_tokens_count` are about a token. */
const aboutIt =
  / (?:counts?|types?|limits?|length|size|names?|urls?|uri|endpoint|fields?|paths?|files?|dir|format|expiry|expires|ttl|budget|usage|used|policy|strength|label|placeholder|prompt) $/

/** `token.ts:64` is a line of a file. */
const fileName = /\.(?:[cm]?[jt]sx?|vue|py|go|rs|rb|java|kt|php|cs|c|h|cpp|sh|sql|css|html?|mdx?|txt|json|ya?ml|toml)$/i

export const namesSecret = (name: string): boolean => {
  const words = wordsOf(name)
  return (passwordName.test(words) || tokenName.test(words)) && !aboutIt.test(words) && !fileName.test(name)
}

/** A variable, a placeholder or a file: it says where the secret is. */
const reference =
  /^(?:[$%][a-z_({]|[<{]|\[redacted|(?:process|os|env)\.|your[_-]|(?:null|nil|undefined|none|true|false|yes)\b|(?:~|\.{1,2})?\/[a-z.][a-z\d._-]*(?:\/[\w.-]*)*$)/i
export const refersToSecret = (value: string): boolean => reference.test(value)

/** A call, an index, a path of names, or a word that begins an expression. */
const expression =
  /^(?:(?:await|new|this|self|super)\b|[a-z_$][\w$]*(?:(?:\.|::|->)[a-z_$][\w$]*)*[([]|[a-z_$]+(?:(?:\.|::|->|\?\.)[a-z_$]+)+$)/i

/** Words that descriptions of data have instead of a value. */
const typeWord =
  /^(?:string|str|text|number|integer|int|boolean|bool|object|any|required|optional|hidden|password|secret|token)$/i

const isNumber = (value: string) => /^\d[\d_.,]*[a-z]{0,2}$/i.test(value)

/** Characters that no ordinary word contains. Checked first, because reading names and values takes far longer. */
const inNoWord = /[\d!@$%^~]/

interface Assignment {
  name: string
  /** The separator of name and value; `=` is code, a colon may be prose. */
  sign: string
  quote: string
  value: string
}

/**
 * Whether `name = value` or `name: value` reveals a secret: in code any value, in prose only one that cannot be a word.
 */
export function assignsSecret({ name, sign, quote, value }: Assignment): boolean {
  const isCode = sign.includes('=') || quote !== ''
  if (!isCode && !inNoWord.test(value)) return false
  if (value.length < 3 || !namesSecret(name) || refersToSecret(value)) return false
  // Tokens are counted, and a password may have a minimum length.
  if (isNumber(value)) return !/tokens? /.test(wordsOf(name)) && value.length >= (isCode ? 3 : 6)
  if (quote !== '' && !quote.includes('`')) return !typeWord.test(value)
  if (!sign.includes('=')) return looksSecret(value)
  // With spaces around it, code has the name of another variable.
  const isVariable = /\s$/.test(sign) && /^[a-z_]+$/i.test(value) && !passwordName.test(wordsOf(name))
  return !isVariable && !expression.test(value)
}

/** Words with digits that occur in ordinary text. */
const technicalWord =
  /^(?:base(?:16|32|36|58|62|64)(?:url)?|argon2(?:id|i|d)?|pbkdf2|bcrypt|scrypt|(?:hmac)?sha\d*|md[45]|oauth[12]?|(?:utf|rsa|aes|rs|hs|es|ed|x|p|v)\d+|\d+[a-z]{1,5}|i18n|l10n|k8s|http2|web3|ipv[46]|s3|\d+(?:st|nd|rd|th))$/i

/**
 * Whether a value in prose cannot be a word: letters mixed with digits, or a character that
 * does not occur inside words.
 */
export function looksSecret(text: string): boolean {
  if (!inNoWord.test(text)) return false
  const value = text.replace(/[.,;:!?)\]}*]{1,9}$/, '')
  if (value.length < 6 || refersToSecret(value) || /^[^@\s]+@[\w-]+\.[\w.-]+$/.test(value)) return false
  if (/[\p{L}\d][!@$%^~][\p{L}\d]/u.test(value)) return true
  return value.split(/[^\p{L}\d]+/u).some((part) => /\d/.test(part) && /\p{L}/u.test(part) && !technicalWord.test(part))
}

import { createHmac } from 'node:crypto'
import { compareStrings } from '#core/base/strings.ts'

/**
 * Signs requests by OAuth 1.0 with HMAC-SHA1 (RFC 5849), if all parameters are in the URL. Not `oauth-1.0a`, which
 * leaves the HMAC to its caller, and accepts neither nonce nor time, so that no known signature can be tested.
 */

/** An application's key with its secret, and an account's token with its secret. */
export interface OAuthCredentials {
  consumerKey: string
  consumerSecret: string
  token: string
  tokenSecret: string
}

export interface OAuthStamp {
  /** Unix time in seconds. */
  timestamp: number
  /** Never the same twice within a second. */
  nonce: string
}

/** The `Authorization` header of one request (RFC 5849, 3.5.1). */
export function oauthHeader(
  method: string,
  url: URL,
  credentials: OAuthCredentials,
  { timestamp, nonce }: OAuthStamp,
): string {
  const { consumerKey, consumerSecret, token, tokenSecret } = credentials
  const own: [string, string][] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_token', token],
    ['oauth_version', '1.0'],
  ]
  const parameters = [...url.searchParams, ...own]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compareStrings(a, b) || compareStrings(x, y))
    .map((pair) => pair.join('='))
    .join('&')
  const base = [method.toUpperCase(), encode(`${url.origin}${url.pathname}`), encode(parameters)].join('&')
  const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`
  const signature = createHmac('sha1', key).update(base).digest('base64')
  const header = [...own, ['oauth_signature', signature] as const].map(([name, value]) => `${name}="${encode(value)}"`)
  return `OAuth ${header.join(', ')}`
}

/** RFC 3986 as RFC 5849 has it in 3.6: only letters, digits and `-._~` stay as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

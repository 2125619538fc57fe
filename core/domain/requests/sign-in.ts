import { type MemberRole, memberRoles } from '../kinds.ts'

/** Sign-in by OpenID Connect: the claims of a provider, and the reasons why a sign-in ends without a session. */

export const signInFailures = [
  'denied',
  'expired',
  'unavailable',
  'rejected',
  'no_role',
  'no_organization',
  'email_taken',
] as const
export type SignInFailureReason = (typeof signInFailures)[number]

/** A sign-in that opens no session, for a reason that the sign-in page words for the person. */
export class SignInFailure extends Error {
  readonly reason: SignInFailureReason

  /** @param message for the log of the operator; names claims, never their values. */
  constructor(message: string, reason: SignInFailureReason, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SignInFailure'
    this.reason = reason
  }
}

/** Words a failure for the person who signs in at the provider with this name. */
export const signInSentence = (reason: SignInFailureReason, provider: string): string =>
  ({
    denied: `${provider} reports that access was denied. Sign in again and allow it.`,
    expired: 'This sign-in has expired, was already used, or began in another browser. Sign in again.',
    unavailable: `${provider} cannot be reached. Try again in a minute.`,
    rejected: `The response of ${provider} is invalid. Try again; if it happens again, the log of the service has the reason for its operator.`,
    no_role: `${provider} sends no role for your account. Ask its administrator for the role owner, member or viewer in this service.`,
    no_organization:
      'The organization for this sign-in does not exist. Ask an owner to sign in first, or the operator to check OIDC_ORGANIZATION.',
    email_taken: `Another account here has your email address, and the address is not confirmed in both places. Sign in to that account and confirm the address, or have ${provider} confirm it; then sign in again.`,
  })[reason]

export type Claims = Readonly<Record<string, unknown>>

/** A person as a provider describes them. A claim that is missing, or has another form, is null. */
export interface ProviderProfile {
  name: string | null
  email: { address: string; isVerified: boolean } | null
  /** The highest of the known roles that the claim names. */
  role: MemberRole | null
}

const maxNameLength = 200
const maxEmailLength = 254

const textOf = (value: unknown, maxLength: number): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.length > maxLength || /\p{Cc}/u.test(text) ? null : text
}

/** Reads the claims of any provider: names and addresses stand in several, and nothing but the subject is certain. */
export function profileOf(claims: Claims, roleClaim: string | undefined): ProviderProfile {
  const { given_name, family_name } = claims
  const parts = [given_name, family_name].flatMap((part) => textOf(part, maxNameLength) ?? []).join(' ')
  const email = emailOf(claims)
  const names = [claims.name, parts, claims.nickname, claims.preferred_username, email?.address.split('@')[0]]
  return {
    name: names.map((name) => textOf(name, maxNameLength)).find((name) => name !== null) ?? null,
    email,
    role: roleClaim === undefined ? null : roleOf(valueAt(claims, roleClaim)),
  }
}

/** Some providers send `email_verified` as a text. */
function emailOf({ email, email_verified }: Claims): ProviderProfile['email'] {
  const address = textOf(email, maxEmailLength)?.toLowerCase()
  if (!address || !/^[^\s@]+@[^\s@]+$/.test(address)) return null
  return { address, isVerified: email_verified === true || email_verified === 'true' }
}

/** Returns a claim by its name, or by a path such as `realm_access.roles`; names of claims may contain dots. */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Claims)[key]
  }
  return value
}

const roleOf = (value: unknown): MemberRole | null => memberRoles.find((role) => [value].flat().includes(role)) ?? null

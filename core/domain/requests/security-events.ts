/**
 * Events that an account is notified of, about its credentials and memberships, as named in
 * `GET /account`. The dashboard words each.
 */
export const securityEvents = [
  'email_changed',
  'password_changed',
  'new_login_address',
  'key_created',
  'key_revoked',
  'github_connected',
  'email_verified',
  'provider_connected',
  'password_reset',
  'reset_link_created',
  'organization_joined',
  'organization_left',
] as const
export type SecurityEventName = (typeof securityEvents)[number]

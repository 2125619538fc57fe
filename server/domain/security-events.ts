/** What an account is told about its own credentials, as `GET /account` names it. The dashboard words each. */
export const securityEvents = [
  'email_changed',
  'password_changed',
  'new_login_address',
  'key_created',
  'key_revoked',
  'github_connected',
] as const
export type SecurityEventName = (typeof securityEvents)[number]

import { timingSafeEqual } from 'node:crypto'
import { unauthorized } from '#core/base/errors.ts'

/**
 * Compares in the same time for every wrong secret of the right length; without a configured secret, everyone is
 * refused.
 *
 * @throws 401
 */
export function requireBearer(secret: string | undefined, authorization: string | undefined): void {
  const sentSecret = Buffer.from(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '')
  const expected = Buffer.from(secret ?? '')
  if (!secret || sentSecret.length !== expected.length || !timingSafeEqual(sentSecret, expected)) throw unauthorized()
}

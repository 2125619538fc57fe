import { badRequest } from '#core/base/errors.ts'
import type { AgentProfile } from '../../../features/agents/agents.ts'
import { Clearable } from '../../requests/patch-null.ts'
import { Count, Id, Line, Share, Slug, Text } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'

/** Fields that change requests may change, too. */
export const placeAndTitle = {
  location: Clearable(Line(200, 'Berlin')),
  timezone: Clearable(Line(100, 'Europe/Berlin', { description: 'IANA time zone' })),
  job_title: Clearable(Line(200, 'Backend engineer')),
}

/** Fields that PATCH /agents/bulk accepts. */
export const bulkProfile = {
  ...placeAndTitle,
  group_id: Clearable(Id),
  identity_markers: Type.Optional(Type.Array(Line(100, 'payments'), { maxItems: 100 })),
}

/** Fields that requests may set on an agent, besides its name. */
export const profile = {
  ...bulkProfile,
  slug: Type.Optional({ ...Slug, examples: ['ada'] }),
  description: Clearable(Text(10_000, 'Reviews every change to the payment service')),
  avatar_prompt: Clearable(Text(4000, 'A calm owl')),
  github_username: Clearable(Line(100, 'ada')),
  min_n_count: Type.Optional(Count),
  decay_rate: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'per day', examples: [0.002] })),
  promotion_threshold: Type.Optional(Share),
}

/** @throws 400 for a time zone without an IANA name; `path` is the profile's location in the body. */
export function requireTimezone({ timezone }: Pick<AgentProfile, 'timezone'>, path = '') {
  if (timezone == null || isTimezone(timezone)) return
  throw badRequest(`${path}timezone must be an IANA time zone such as Europe/Berlin`)
}

/** Asks `Intl`, which knows the time zones but also accepts offsets such as +01:00, which are not IANA names. */
function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

import { AppError } from '../../base/errors.ts'

/**
 * Counts of the things that an organization stores, or at most may store: items of all layers, agents, and bytes of content
 * and messages in UTF-8. As a quota, 0 means that there is no limit.
 */
export interface Usage {
  items: number
  agents: number
  bytes: number
}

/** Returns the counts of a row; engines answer large integers and sums as numbers or as text. */
export const usageIn = ({ items, agents, bytes }: { [Name in keyof Usage]: number | string }): Usage => ({
  items: Number(items),
  agents: Number(agents),
  bytes: Number(bytes),
})

/** Returns quotas as answers show them: null is no limit. */
export const shownQuotas = ({ items, agents, bytes }: Usage) => ({
  items: items || null,
  agents: agents || null,
  bytes: bytes || null,
})

export const noUsage: Usage = { items: 0, agents: 0, bytes: 0 }
export const usageNames = ['items', 'agents', 'bytes'] as const

const quotaReached = 'quota_reached'
const settings = { items: 'QUOTA_ITEMS', agents: 'QUOTA_AGENTS', bytes: 'QUOTA_CONTENT_MB' }
const inUse = (name: keyof Usage, quota: number) =>
  name === 'bytes' ? `${quota / 1024 / 1024} MB of content and messages` : `${quota.toLocaleString('en-US')} ${name}`

/**
 * @param usage what the organization stores after a change.
 * @param change what the change adds; one that adds nothing is allowed above the quota too.
 * @throws 507 that names the quota.
 */
export function requireQuotas(quotas: Usage, usage: Usage, change: Usage): void {
  for (const name of usageNames) {
    const quota = quotas[name]
    if (quota === 0 || change[name] <= 0 || usage[name] <= quota) continue
    throw new AppError(
      quotaReached,
      `The organization may store at most ${inUse(name, quota)}; delete some, or ask the operator of the service to raise ${settings[name]}`,
    )
  }
}

export const isQuotaReached = (error: unknown) => error instanceof AppError && error.code === quotaReached

const minuteMs = 60_000
const steps = [
  { unit: 'min', ms: minuteMs },
  { unit: 'h', ms: 60 * minuteMs },
  { unit: 'd', ms: 1440 * minuteMs },
] as const
/** From here on, a date says more than a number of days. */
const datedMs = 60 * 1440 * minuteMs

/** "now", "5 min", "2 h", "12 d" before `now`; a date from 60 days on. */
export function timeBefore(timestamp: string, now: number): string {
  const ms = now - Date.parse(timestamp)
  if (ms >= datedMs) return new Date(timestamp).toLocaleDateString('en-GB', { dateStyle: 'medium' })
  const step = steps.findLast((each) => ms >= each.ms)
  return step ? `${Math.floor(ms / step.ms)} ${step.unit}` : 'now'
}

/** "just now", "5 min ago"; a date from 60 days on. */
export function timeAgo(timestamp: string, now: number): string {
  const distance = timeBefore(timestamp, now)
  if (distance === 'now') return 'just now'
  return now - Date.parse(timestamp) >= datedMs ? distance : `${distance} ago`
}

import { formatDateTime } from '../api/words.ts'
import { timeAgo, timeBefore } from './time-before.ts'

/** A time as a distance, exact when pointed at: "5 min" in a column, "5 min ago" in a sentence. */
export const RelativeTime = ({ at, isSentence = false }: { at: string; isSentence?: boolean }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {isSentence ? timeAgo(at, Date.now()) : timeBefore(at, Date.now())}
  </time>
)

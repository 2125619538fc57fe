import { formatDateTime } from '../api/words.ts'
import { timeBefore } from './time-before.ts'

/** A time as a distance, exact when pointed at. */
export const RelativeTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {timeBefore(at, Date.now())}
  </time>
)

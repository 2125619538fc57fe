import type { ResolvedItem } from '../api/words.ts'

const hiddenByStatus = { approved: false, rejected: true, pending: undefined }

/**
 * What a change makes of the `hidden` flag, to show it before the service answers (behavior: Status). The page imports
 * nothing of the service, so a test compares this with the service's rule.
 */
export const hiddenAfter = ({
  status,
  hidden,
}: Partial<Pick<ResolvedItem, 'status' | 'hidden'>>): boolean | undefined =>
  hidden ?? (status && hiddenByStatus[status])

import type { ResolvedItem } from '../api/words.ts'

const hiddenByStatus = { approved: false, rejected: true, pending: undefined }

/**
 * Predicts the `hidden` flag after a change, to show it before the service answers (behavior: Status). The page imports
 * nothing from the service, so a test compares this with the service's rule.
 */
export const hiddenAfter = ({
  status,
  hidden,
}: Partial<Pick<ResolvedItem, 'status' | 'hidden'>>): boolean | undefined =>
  hidden ?? (status && hiddenByStatus[status])

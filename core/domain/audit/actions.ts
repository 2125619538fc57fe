/** Returns the word of an action that decides on an item, by the status that it sets; undefined for a pending one. */
export const decisionWord = (status: unknown): string | undefined => {
  if (status === 'approved') return 'approve'
  return status === 'rejected' ? 'reject' : undefined
}

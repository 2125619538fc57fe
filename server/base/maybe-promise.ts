/** A value that may not be there yet. Most requests wait for nothing, and each promise costs them time. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Continues at once where the step before is done. */
export const whenDone = <Before, After>(
  before: MaybePromise<Before>,
  next: (value: Before) => MaybePromise<After>,
): MaybePromise<After> => (before instanceof Promise ? before.then(next) : next(before))

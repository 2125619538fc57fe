/** A value or its promise. Most requests have nothing to wait for, and each promise costs them time. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Continues immediately if the previous step is already done, else when it succeeds. */
export const onSuccess = <Before, After>(
  before: MaybePromise<Before>,
  next: (value: Before) => MaybePromise<After>,
): MaybePromise<After> => (before instanceof Promise ? before.then(next) : next(before))

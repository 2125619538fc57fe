/** A value or its promise. Most requests have nothing to wait for, and each promise costs them time. */
export type MaybePromise<Value> = Value | Promise<Value>

/** Continues immediately if the previous step is already done, else when it succeeds. */
export const onSuccess = <Before, After>(
  before: MaybePromise<Before>,
  next: (value: Before) => MaybePromise<After>,
): MaybePromise<After> => (before instanceof Promise ? before.then(next) : next(before))

/** Returns all values as `Promise.all` does, but immediately if none of them is a promise. */
export const all = <Values extends unknown[]>(
  values: [...Values],
): MaybePromise<{ [At in keyof Values]: Awaited<Values[At]> }> =>
  values.some((value) => value instanceof Promise)
    ? Promise.all(values)
    : (values as { [At in keyof Values]: Awaited<Values[At]> })

/** Counts sign-ins of this process for `/metrics`, by how people signed in and whether it succeeded. */

type Way = 'password' | 'openid'
type Result = 'ok' | 'failed'

const counts = (['password', 'openid'] as const).flatMap((by) =>
  (['ok', 'failed'] as const).map((result) => ({ by, result, count: 0 })),
)

export function countSignIn(by: Way, result: Result): void {
  counts.find((entry) => entry.by === by && entry.result === result)!.count += 1
}

export const signInCounts = (): readonly { by: Way; result: Result; count: number }[] => counts

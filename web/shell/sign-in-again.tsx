import { lazy, Suspense, useSyncExternalStore } from 'react'
import { keepSession } from '../api/client.ts'
import { queryClient, sessionQuery } from '../api/queries.ts'
import { onSignInElsewhere } from '../api/sign-in.ts'
import type { Pause } from './sign-in-dialog.tsx'

/** Few people meet it, so the first load goes without its code. */
const Dialog = lazy(() => import('./sign-in-dialog.tsx').then(({ SignInDialog }) => ({ default: SignInDialog })))

let pause: Pause | undefined
let renewedAt = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function setPause(next: Pause | undefined) {
  pause = next
  for (const listener of listeners) listener()
}

function pauseRequests(other?: string): Pause {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const end = () => {
    renewedAt = performance.now()
    setPause(undefined)
    resolve(true)
  }
  const started = { ...(pause ?? { isRenewed: promise, end }), ...(other && { other }) }
  setPause(started)
  return started
}

/** The account of this page; its input must not be sent by another account. */
const person = () => queryClient.getQueryData(sessionQuery.queryKey)
const isPerson = (email: string | null) => email?.toLowerCase() === person()?.email?.toLowerCase()

keepSession({
  settled: async () => pause?.isRenewed,
  renew: async (sentAt) => {
    if (!person()) return false
    if (pause) return pause.isRenewed
    const session = await fetch('/api/v1/auth/session').catch(() => undefined)
    // Rejected for another reason, or before the person signed in again.
    if (!session || (session.status !== 401 && isPerson((await session.json()).email))) return renewedAt > sentAt
    return (pause ?? pauseRequests()).isRenewed
  },
})

onSignInElsewhere((email) => {
  if (!person()) return
  if (!isPerson(email)) pauseRequests(email)
  else pause?.end()
})

/** Asks for the password on top of the page while requests are held back. */
export function SignInAgain() {
  const paused = useSyncExternalStore(subscribe, () => pause)
  return (
    paused && (
      <Suspense>
        <Dialog email={person()?.email ?? ''} paused={paused} />
      </Suspense>
    )
  )
}

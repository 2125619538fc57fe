import { ApiError, api, ask } from './client.ts'

/** Tells the other tabs of this browser, which share the session, who is signed in now: by email. */
const tabs = new BroadcastChannel('signed-in')

/** The service does not reveal which of the two was wrong. */
export async function signIn(email: string, password: string) {
  const signedIn = await ask(api.POST('/auth/login', { body: { email, password } })).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw new Error('Wrong email or password.')
    throw error
  })
  tabs.postMessage(email)
  return signedIn
}

export function onSignInElsewhere(listener: (email: string) => void): void {
  tabs.onmessage = ({ data }: MessageEvent<string>) => listener(data)
}

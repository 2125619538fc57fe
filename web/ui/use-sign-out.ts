import { useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { paths } from '../paths.ts'
import { notifyError } from './notify.tsx'

/** Ends the session and opens the page at `to`; reports a failure. */
export function useSignOut(to: string = paths.signIn) {
  const client = useQueryClient()
  return async () => {
    try {
      await ask(api.POST('/auth/logout'))
    } catch (error) {
      return notifyError(error as Error, "Couldn't sign out")
    }
    client.clear()
    // A full page load: nothing of the last account stays in memory.
    location.assign(to)
  }
}

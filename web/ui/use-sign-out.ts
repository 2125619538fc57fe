import { useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../api/client.ts'
import { paths } from '../paths.ts'
import { notifyError } from './notify.tsx'

/** Ends the session and opens the page at `to`; says so when that fails. */
export function useSignOut(to: string = paths.signIn) {
  const client = useQueryClient()
  return async () => {
    try {
      await ask(api.POST('/auth/logout'))
    } catch (error) {
      return notifyError(error as Error)
    }
    client.clear()
    // A whole new page: nothing of the last person stays in memory.
    location.assign(to)
  }
}

import { Alert } from '@mantine/core'

/** Why a form could not be sent, where the eyes are. */
export function FormError({ error }: { error: Error | null }) {
  return error ? (
    <Alert color="red" role="alert">
      {error.message}
    </Alert>
  ) : null
}

/** The fields of a form as texts, trimmed. */
export const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  )

import { PasswordInput } from '@mantine/core'

interface NewPasswordProps {
  label?: string
  description?: string
  autoFocus?: boolean
}

/** The field for a new password, with the length limits of the service. */
export const NewPassword = ({
  label = 'Password',
  description = 'At least 8 characters',
  autoFocus,
}: NewPasswordProps) => (
  <PasswordInput
    label={label}
    name="password"
    description={description}
    autoComplete="new-password"
    minLength={8}
    maxLength={256}
    required
    autoFocus={autoFocus}
  />
)

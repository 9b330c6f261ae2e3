import { LoginInput } from '#domain/accounts/account.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useForm } from '../../ui/use-form.ts'

const PasswordInput = LoginInput.pick({ password: true })

/**
 * Asks for the user's password before a sensitive change. Shows the error of `onPassword` under the field.
 */
export function PasswordStep({
  label,
  hint,
  danger = false,
  onPassword,
}: {
  label: string
  hint?: string
  danger?: boolean
  onPassword: (password: string) => Promise<void>
}) {
  const form = useForm(PasswordInput, { password: '' })
  const { busy, problem, send } = useMutation(({ password }: { password: string }) => onPassword(password), {
    form,
  })
  return (
    <form {...form.props(send)} className="flex flex-col gap-3">
      <PasswordField
        label="Your password"
        required
        autoComplete="current-password"
        hint={hint}
        {...form.field('password')}
      />
      <FormError>{problem}</FormError>
      <Button type="submit" variant={danger ? 'danger' : 'quiet'} busy={busy} className="self-start">
        {label}
      </Button>
    </form>
  )
}

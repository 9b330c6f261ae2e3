import { ChangePasswordInput } from '#domain/accounts/account.ts'
import type { SignInSettings } from '#domain/accounts/identity-provider.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { NewPasswordFields } from '../../components/auth-form/auth-frame.tsx'
import { changePassword } from '../../session/password-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Changes the password, or says where the one of this account is changed. */
export function PasswordCard({
  signIn,
  email,
  hasPassword,
}: {
  signIn: SignInSettings
  email: string
  hasPassword: boolean
}) {
  return (
    <Card as="section" aria-labelledby="password" className="flex flex-col gap-3">
      <h2 id="password" className="text-3xl">
        Password
      </h2>
      {hasPassword ? <PasswordForm email={email} /> : <p>{whereToChange(signIn)}</p>}
    </Card>
  )
}

/** What a person does whose password the store cannot change here. */
function whereToChange(signIn: SignInSettings): string {
  switch (signIn.kind) {
    case 'embedded':
      return 'You log in with Google, and this account has no password. To set one, log out and press Forgot Password on the login page.'
    case 'firebase':
      return 'To choose a new password, log out and press Forgot Password on the login page. If you log in with Google, change it at Google.'
    case 'oidc':
      return `You log in with ${signIn.name}, which keeps your password, not this store. Change it there.`
  }
}

function PasswordForm({ email }: { email: string }) {
  const empty = { currentPassword: '', password: '', confirmPassword: '' }
  const form = useForm(ChangePasswordInput, empty)
  const { busy, problem, send } = useMutation(
    ({ currentPassword, password }: ChangePasswordInput) => changePassword(currentPassword, password),
    {
      form,
      done: 'Your password is changed',
      next: () => form.reset(empty),
    },
  )
  return (
    <form {...form.props(send)} className="flex flex-col gap-3">
      {/* Password managers save the new one under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        required
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      <NewPasswordFields label="New password" field={form.field} />
      <p className="text-ink-soft">You’ll be logged out everywhere else.</p>
      <FormError>{problem}</FormError>
      <Button type="submit" busy={busy} busyLabel="Changing" className="self-start">
        Change password
      </Button>
    </form>
  )
}

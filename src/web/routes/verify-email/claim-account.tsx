import { Link, useNavigate } from 'react-router'
import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { AuthFrame, NewPasswordFields } from '../../components/auth-form/auth-frame.tsx'
import type { RefusedForm } from '../../form-action.server.ts'
import { identityCall } from '../../session/identity-call.ts'
import { endSession } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useForm } from '../../ui/use-form.ts'
import { loginNotices } from '../login/login-address.ts'

const claimInput = async () => (await import('#domain/accounts/account.ts')).ClaimAccountInput

/** The mailbox's owner takes over an unverified account by a new password, or deletes it. */
export function ClaimAccount(props: { code: string; email: string; refused: RefusedForm | undefined }) {
  const { code, email, refused } = props
  const form = useForm(
    claimInput,
    { name: '', password: '', confirmPassword: '', ...refused?.values },
    { refused: refused?.errors },
  )
  const navigate = useNavigate()
  const claim = useMutation(
    async ({ name, password }: { name: string; password: string }) => {
      await identityCall(identityPaths.claimAccount, { code, name, newPassword: password })
      endSession()
      await navigate(pathWithQuery(paths.login, { done: 'claimed' }), { replace: true })
    },
    { form, firstProblem: refused?.message },
  )
  const deletion = useMutation(
    async () => {
      await identityCall(identityPaths.deleteUnverifiedAccount, { code })
    },
    { done: loginNotices['account-deleted'], next: () => navigate(paths.home, { replace: true }) },
  )

  return (
    <AuthFrame
      title="Choose a new password"
      lead={
        <>
          This link came to the mailbox of{' '}
          <strong className="font-semibold text-ink wrap-anywhere">{email}</strong>, so you can make the
          account yours. Its present password, name, profile, addresses, cars and cart are then removed, and
          it is logged out everywhere. Its orders stay.
        </>
      }
    >
      <form {...form.props(claim.send)} className="flex flex-col gap-4">
        <TextField label="Your name" required autoComplete="name" {...form.field('name')} />
        <NewPasswordFields label="New password" field={form.field} />
        <Button type="submit" name="intent" value="claim" variant="primary" size="lg" full busy={claim.busy}>
          Set new password
        </Button>
      </form>
      <FormError>{claim.problem || deletion.problem}</FormError>
      <Link
        to={paths.verifyEmail(code)}
        className="self-start py-2.5 font-medium underline underline-offset-4"
      >
        I know the password
      </Link>
      <section className="flex flex-col gap-3 border-t border-line pt-5">
        <h2 className="text-2xl">You never signed up?</h2>
        <p className="text-ink-soft">
          Delete the account that was opened with your email address. Its unpaid orders are deleted too, and
          nothing can be brought back.
        </p>
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            void deletion.send()
          }}
        >
          <Button type="submit" name="intent" value="delete" variant="danger" busy={deletion.busy}>
            Delete this account
          </Button>
        </form>
      </section>
    </AuthFrame>
  )
}

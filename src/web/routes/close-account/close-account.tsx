import { countOwnPurchases } from '#contract/purchases.ts'
import { LoginInput } from '#domain/accounts/account.ts'
import type { SignInSettings } from '#domain/accounts/identity-provider.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { closeAccount, hasPassword } from '../../session/password-calls.ts'
import { signInSettings } from '../../session/sign-in-settings.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { Route } from './+types/close-account'

const TITLE = 'Close your account'
const PasswordInput = LoginInput.pick({ password: true })

export const meta = metaWithTitle(TITLE)

export const clientLoader = signedInLoader(async (_: Route.ClientLoaderArgs, { user, role }) => {
  const [counts, password] = await Promise.all([
    api(countOwnPurchases),
    signInSettings().kind === 'embedded' && hasPassword(),
  ])
  return {
    isAdmin: role === 'admin',
    email: user.email,
    password,
    unpaid: counts.unpaid,
    toShip: counts.paid + counts.partly_shipped,
  }
})

export const ErrorBoundary = errorBoundary(TITLE)

/** Says what closing the account does, and closes it by the password or a recent login. */
export default function CloseAccount({ loaderData }: Route.ComponentProps) {
  const { isAdmin, email, password, unpaid, toShip } = loaderData
  const { signIn } = useSettings()
  return (
    <>
      <PageHeading title={TITLE} lead="This can’t be undone." />
      <Card className="flex max-w-2xl flex-col gap-4">
        <h2 className="text-3xl">What happens</h2>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>You are logged out everywhere, and no one can log in to this account again.</li>
          <li>Your profile and the cars in your garage are deleted.</li>
          <li>{unpaidText(unpaid)}</li>
          <li>{toShipText(toShip)}</li>
          <li>
            Our books keep what you bought, when and for how much. Your name, address, phone and email are
            erased from an order 180 days after it shipped.
          </li>
          <li>Your reviews stay, without your name.</li>
          <li>You can sign up again with {email}: that is a new account, without these orders.</li>
        </ul>
        {isAdmin ? (
          <Alert title="You are an admin.">
            <p>Give up your admin rights first. The last admin of a store can’t.</p>
            <LinkButton to={pathWithQuery(paths.makeAdmin, { q: email })} className="mt-3">
              Make an Admin
            </LinkButton>
          </Alert>
        ) : (
          <CloseForm hasPassword={password} signIn={signIn} />
        )}
      </Card>
    </>
  )
}

function unpaidText(count: number): string {
  if (count === 0) return 'You have no unpaid orders that would be deleted.'
  return count === 1 ? 'Your unpaid order is deleted.' : `Your ${count} unpaid orders are deleted.`
}

function toShipText(count: number): string {
  if (count === 0) return 'No paid order of yours is still to ship.'
  return count === 1
    ? 'Your paid order still ships. We’ll email you when it does.'
    : `Your ${count} paid orders still ship. We’ll email you when they do.`
}

function CloseForm({ hasPassword: needsPassword, signIn }: { hasPassword: boolean; signIn: SignInSettings }) {
  const form = useForm(needsPassword ? PasswordInput : PasswordInput.partial(), { password: '' })
  const { busy, problem, send } = useMutation(
    ({ password }: { password?: string | undefined }) => closeAccount(needsPassword ? password : undefined),
    {
      form,
      // A new document: nothing of the account stays in this one.
      next: () => location.replace(pathWithQuery(paths.login, { done: 'account-closed' })),
    },
  )
  return (
    <form {...form.props(send)} className="flex flex-col gap-3">
      {needsPassword ? (
        <PasswordField
          label="Your password"
          required
          autoComplete="current-password"
          {...form.field('password')}
        />
      ) : (
        <p>
          You log in with {providerOf(signIn)}, so a login of the last 15 minutes proves that it is you. Your
          account there stays.
        </p>
      )}
      <FormError>{problem}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy} busyLabel="Closing">
          Close my account
        </Button>
        <LinkButton to={paths.profile}>Keep it</LinkButton>
      </div>
    </form>
  )
}

function providerOf(signIn: SignInSettings): string {
  return signIn.kind === 'oidc' ? signIn.name : signIn.kind === 'firebase' ? 'our login service' : 'Google'
}

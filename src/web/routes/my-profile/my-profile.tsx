import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { showAccount } from '#contract/accounts.ts'
import type { Account } from '#domain/accounts/account.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { hasPassword } from '../../session/password-calls.ts'
import { hasSecondFactor } from '../../session/second-factor-calls.ts'
import { signInSettings } from '../../session/sign-in-settings.ts'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/my-profile'
import { NameForm } from './name-form.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileForm } from './profile-form.tsx'

// Loads admin code for admins only.
const SecondFactor = lazy(async () => ({ default: (await import('./second-factor.tsx')).SecondFactor }))

export const meta = metaWithTitle('My Profile')

export const clientLoader = signedInLoader(async (_: Route.ClientLoaderArgs, { user, role }) => ({
  account: await api(showAccount, { params: { email: user.email } }),
  ...(signInSettings().kind === 'embedded'
    ? { password: await hasPassword(), secondFactor: role === 'admin' ? await hasSecondFactor() : null }
    : { password: false, secondFactor: null }),
}))

/** The user's profile and the forms that change it. */
export default function MyProfile({ loaderData }: Route.ComponentProps) {
  const { account, ...signInFacts } = loaderData
  return <Profile key={account.email} loaded={account} {...signInFacts} />
}

/**
 * `password`: whether the store has one of this account. `secondFactor`: whether it is on; null for
 * customers, and where another provider manages it.
 */
function Profile({
  loaded,
  password,
  secondFactor,
}: {
  loaded: Account
  password: boolean
  secondFactor: boolean | null
}) {
  const [account, setAccount] = useState(loaded)
  const { signIn } = useSettings()
  return (
    <>
      <PageHeading title="My Profile" lead="Address and phone are filled in for you when you order." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="flex flex-col gap-6">
          <ProfileDetails account={account} />
          {signIn.kind !== 'oidc' && <NameForm account={account} onSaved={setAccount} />}
          <PasswordCard signIn={signIn} email={account.email} hasPassword={password} />
          {secondFactor !== null && (
            <Suspense>
              <SecondFactor isOn={secondFactor} />
            </Suspense>
          )}
        </div>
        <Card>
          <ProfileForm account={account} onSaved={setAccount} />
        </Card>
      </div>
      <p className="mt-8">
        <Link
          to={paths.closeAccount}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-signal"
        >
          Close your account
        </Link>
      </p>
    </>
  )
}

export const ErrorBoundary = errorBoundary('My Profile')

import { acceptInvitation } from '#contract/staff.ts'
import * as paths from '#paths.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useStore } from '../../layout/use-settings.ts'
import { updateSavedSession } from '../../session/session-store.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import type { Route } from './+types/accept-invitation'

const TITLE = 'Your invitation'

export const meta = metaWithTitle(
  TITLE,
  // The URL contains the token of the invitation.
  { name: 'referrer', content: 'same-origin' },
)

export const clientLoader = signedInLoader(async ({ request }: Route.ClientLoaderArgs, { user }) => ({
  email: user.email,
  token: new URL(request.url).searchParams.get('token') ?? '',
}))

export const ErrorBoundary = errorBoundary(TITLE)

/** Where the link of an invitation leads, once its reader has logged in. */
export default function AcceptInvitation({ loaderData: { email, token } }: Route.ComponentProps) {
  const { name } = useStore()
  const { busy, problem, send } = useMutation(acceptInvitation, {
    next() {
      updateSavedSession({ role: 'admin' })
      // A new document: the whole dashboard is another one for admins.
      location.replace(paths.dashboard)
    },
  })
  return (
    <>
      <PageHeading title={TITLE} lead={`You are invited to help run ${name}.`} />
      <Card className="flex max-w-2xl flex-col gap-4">
        <p className="wrap-anywhere">
          You are logged in as {email}. Once you accept, you see all orders and customers, and can add, change
          and delete products.
        </p>
        <FormError>{problem}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            busy={busy}
            busyLabel="Accepting"
            onClick={() => void send({ params: { email }, body: { token } })}
          >
            Accept and become an admin
          </Button>
          <LinkButton to={paths.dashboard}>Not now</LinkButton>
        </div>
      </Card>
    </>
  )
}

import * as paths from '#paths.ts'
import { signedInLoader } from '../../api-client/protected-loader.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useSession } from '../../session/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/add-review'
import { ReviewForm } from './review-form.tsx'

export const meta = metaWithTitle('Add A Review')

export const clientLoader = signedInLoader(async (_: Route.ClientLoaderArgs, { user }) => user)

/** Customers review the store; admins see a message instead. */
export default function AddReview({ loaderData }: Route.ComponentProps) {
  const { role } = useSession()
  return (
    <>
      <PageHeading
        title="Add A Review"
        lead={
          role === 'admin'
            ? undefined
            : 'Tell other customers how it went. Your review appears on the home page.'
        }
      />
      {role === 'admin' ? (
        <EmptyState
          title="Reviews are for customers"
          text="Admins can’t review their own store. Use a customer account."
        >
          <LinkButton to={paths.dashboard}>Go to the overview</LinkButton>
        </EmptyState>
      ) : (
        <Card className="max-w-2xl">
          <ReviewForm name={loaderData.name || loaderData.email} />
        </Card>
      )}
    </>
  )
}

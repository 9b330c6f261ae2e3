import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { useSession } from '../../session/session.ts'
import { type ButtonSize, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

/**
 * The link to the order form. The cached page is the same for everyone: until the session is known it has
 * both links.
 */
export function OrderLink({ id, size, full }: { id: string; size: ButtonSize; full: boolean }) {
  const { status } = useSession()
  const isUnknown = status === 'loading'
  const path = paths.orderForm(id)
  const look = { variant: 'primary', size, full } as const
  return (
    <>
      {status !== 'signed-in' && (
        <LinkButton
          {...look}
          to={pathWithQuery(paths.login, { from: path })}
          className={classNames(isUnknown && 'only-signed-out')}
        >
          Log in to order
        </LinkButton>
      )}
      {status !== 'signed-out' && (
        <LinkButton {...look} to={path} className={classNames(isUnknown && 'only-signed-in')}>
          Order
        </LinkButton>
      )}
    </>
  )
}

import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { useSession } from '../../session/session.ts'
import { type ButtonSize, type ButtonVariant, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

/**
 * The link to the order form; for a part that does not fit the saved vehicle, first one to those of its
 * category that do.
 */
export function OrderChoice({
  product: { id, category },
  fit,
  variant = 'primary',
  ...look
}: {
  product: { id: string; category: string }
  fit: MyFit | null
  variant?: ButtonVariant
  size: ButtonSize
  full: boolean
}) {
  if (fit?.verdict !== 'does_not_fit') return <OrderLink id={id} look={{ variant, ...look }} />
  return (
    <>
      <LinkButton variant={variant} {...look} to={paths.search({ ...fit.mine.vehicle, category })}>
        See parts that fit
      </LinkButton>
      <OrderLink id={id} look={look} isAnyway />
    </>
  )
}

/**
 * The cached page is the same for everyone: until the session is known it has both links. `isAnyway`: though
 * the part does not fit.
 */
function OrderLink({
  id,
  look,
  isAnyway = false,
}: {
  id: string
  look: { variant?: ButtonVariant; size: ButtonSize; full: boolean }
  isAnyway?: boolean
}) {
  const { status } = useSession()
  const isUnknown = status === 'loading'
  const path = paths.orderForm(id)
  return (
    <>
      {status !== 'signed-in' && (
        <LinkButton
          {...look}
          to={pathWithQuery(paths.login, { from: path })}
          className={classNames(isUnknown && 'only-signed-out')}
        >
          {isAnyway ? 'Order anyway' : 'Log in to order'}
        </LinkButton>
      )}
      {status !== 'signed-out' && (
        <LinkButton {...look} to={path} className={classNames(isUnknown && 'only-signed-in')}>
          {isAnyway ? 'Order anyway' : 'Order'}
        </LinkButton>
      )}
    </>
  )
}

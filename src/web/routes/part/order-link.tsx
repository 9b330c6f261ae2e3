import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { useSession } from '../../session/session.ts'
import { type ButtonSize, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

/**
 * The link to the order form, next to the cart; for a part that does not fit the saved vehicle, the main
 * button leads to those of its category that do. A part that only a cart can order has no link to the form.
 * `quantity`: what was typed, if it is one.
 */
export function OrderChoice({
  product: { id, category, cartOnly = false },
  fit,
  quantity,
  ...look
}: {
  product: { id: string; category: string; cartOnly?: boolean }
  fit: MyFit | null
  quantity: number | undefined
  size: ButtonSize
  full: boolean
}) {
  const isWrong = fit?.verdict === 'does_not_fit'
  return (
    <>
      {isWrong && (
        <LinkButton variant="primary" {...look} to={paths.search({ ...fit.mine.vehicle, category })}>
          See parts that fit
        </LinkButton>
      )}
      {!cartOnly && <OrderLink path={paths.orderForm(id, quantity)} look={look} isAnyway={isWrong} />}
    </>
  )
}

/**
 * The cached page is the same for everyone: until the session is known it has both links. `isAnyway`: though
 * the part does not fit.
 */
function OrderLink({
  path,
  look,
  isAnyway,
}: {
  path: string
  look: { size: ButtonSize; full: boolean }
  isAnyway: boolean
}) {
  const { status } = useSession()
  const isUnknown = status === 'loading'
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

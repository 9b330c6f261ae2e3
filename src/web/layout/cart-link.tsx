import { Link } from 'react-router'
import * as paths from '#paths.ts'
import { CartIcon } from '../ui/icons.tsx'

/** The cart with its count, which the head script writes, as cached pages are the same for everyone. */
export function CartLink() {
  return (
    <Link
      to={paths.cart()}
      className="relative flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-ink/10"
    >
      <CartIcon />
      <span className="sr-only">Cart</span>
      <b className="cart-count" data-cart-count="" suppressHydrationWarning>
        {' '}
      </b>
    </Link>
  )
}

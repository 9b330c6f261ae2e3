import { telHref } from '#domain/content/tel-href.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { useStore } from '../../layout/use-settings.ts'
import { Button, TextLink } from '../../ui/button.tsx'

/**
 * The next step of an order, and its time; then the ways to return a part and to ask. `returns`: what of a
 * shipped order can be returned until when. `onReturn` starts a return, where something can be returned. The
 * store's own text on shipping is content.
 */
export function NextStep({
  purchase,
  returns = '',
  onReturn,
}: {
  purchase: Purchase
  returns?: string
  onReturn?: (() => void) | false
}) {
  const { phone } = useStore()
  return (
    <div className="flex flex-col items-start gap-2">
      <p>
        <NextStepText purchase={purchase} returns={returns} />
      </p>
      {onReturn && (
        <Button size="sm" onClick={onReturn}>
          Return or report a problem
        </Button>
      )}
      <p>
        Questions?{' '}
        {phone ? (
          <a
            href={telHref(phone)}
            className="inline-flex min-h-11 items-center whitespace-nowrap underline underline-offset-4"
          >
            {phone.number}
          </a>
        ) : (
          <TextLink to={paths.contact}>Contact us</TextLink>
        )}
      </p>
    </div>
  )
}

function NextStepText({ purchase, returns }: { purchase: Purchase; returns: string }) {
  const { shipping = '' } = useStore()
  const { name, status, shipments, total, packingAt } = purchase
  const carriers = new Set(shipments.map(({ carrier }) => carrier))
  const [carrier] = carriers
  const withCarrier = carriers.size === 1 && carrier && carrier !== 'Other' ? ` with ${carrier}` : ''
  switch (status) {
    case 'unpaid':
      return 'Next: payment. Once the order is paid, we pack and ship it.'
    case 'paid':
      if (packingAt !== undefined)
        return `We are packing your order, and ship it to ${name} at the address you gave. To stop or change it, ask us now.`
      return `Next, we pack your order and ship it to ${name} at the address you gave. ${shipping}`
    case 'partly_shipped':
      return `A part of your order has shipped${withCarrier}. Next, we pack and ship the rest.`
    case 'shipped':
      return `Your order has shipped${withCarrier}. ${returns}`
    case 'canceled':
      return 'This order was canceled. What you paid for it goes back to your card.'
    case 'refunded': {
      const unshipped = shipments.length === 0 ? 'It is not shipped. ' : ''
      return `We refunded ${formatUsd(total)}, all that you paid for this order. ${unshipped}Banks usually take 5 to 10 business days to show a refund.`
    }
  }
}

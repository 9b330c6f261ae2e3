import { useState } from 'react'
import { PlaceOrderInput } from '#domain/orders/order.ts'
import { countUnits, factorText, takesText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { HoldNotice } from '../../components/order-card/hold-notice.tsx'
import { SendVerification } from '../../layout/send-verification.tsx'
import { formDraft } from '../../session/form-drafts.ts'
import { useMyVehicle } from '../../session/my-vehicle.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { useForm } from '../../ui/use-form.ts'
import { FitWarning } from './fit-warning.tsx'
import { liveOrder, readPieces } from './live-order.ts'
import { type Purchase, usePlaceOrder } from './use-place-order.ts'

const OrderInput = PlaceOrderInput.pick({ orderQty: true, customerAddress: true, customerPhone: true })

/** The order form of an available product. */
export function OrderForm({
  quantity,
  fit: myFit,
  ...purchase
}: Purchase & {
  /** The initial quantity in units; by default the minimum order. */
  quantity?: number | undefined
  /** Whether it fits the saved vehicle; null without one. */
  fit: MyFit | null
}) {
  const { product, buyer } = purchase
  const form = useForm(
    OrderInput,
    {
      orderQty: String(quantity !== undefined && quantity >= 1 ? quantity : product.minOrder),
      customerAddress: buyer.address,
      customerPhone: buyer.phone,
    },
    {
      toInput: ({ orderQty, ...others }) => ({ ...others, orderQty: readPieces(orderQty) }),
      drafts: formDraft(['order', product._id, quantity].filter(Boolean).join(' ')),
    },
  )
  const mine = useMyVehicle()
  // The part may be for another vehicle than the saved one.
  const [isForMine, setForMine] = useState(true)
  const fit = isForMine ? myFit : null
  const live = liveOrder(form.values.orderQty, product)
  const { busy, problem, place } = usePlaceOrder(purchase, form.refuse, isForMine ? mine?.vehicle : undefined)

  return (
    <form
      {...form.props((input) => (live.message === null ? place(input) : undefined))}
      className="flex flex-col gap-4"
    >
      <h2 className="text-3xl">Order this part</h2>
      <Stepper
        label="Quantity"
        hint={
          fit?.quantity === undefined
            ? `${product.minOrder} to ${countUnits(product.available, product.unit)}`
            : takesText(fit.quantity, product)
        }
        error={form.refusals.orderQty ?? live.message ?? form.errors.orderQty}
        name="orderQty"
        value={form.values.orderQty}
        onChange={(text) => form.set('orderQty', text)}
        min={product.minOrder}
        max={product.available}
      />
      <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-1 xl:grid-cols-2">
        <TextField label="Name" name="name" value={buyer.name} readOnly autoComplete="off" />
        <TextField label="Email" name="email" type="email" value={buyer.email} readOnly autoComplete="off" />
      </div>
      <TextArea
        label="Address"
        required
        rows={2}
        className="min-h-19!"
        autoComplete="street-address"
        {...form.field('customerAddress')}
      />
      <TextField label="Phone" type="tel" required autoComplete="tel" {...form.field('customerPhone')} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line-strong pt-4">
        <span className="text-ink-soft tabular-nums">
          {live.quantity === null
            ? 'Total'
            : `Total, ${factorText(live.quantity, product.unit)} × ${formatUsd(product.price)}`}
        </span>
        <output
          aria-label="Total"
          className="ml-auto font-display text-4xl leading-none font-semibold tabular-nums"
        >
          {live.total === null ? '–' : formatUsd(live.total)}
        </output>
      </p>
      <p className="-mt-2 text-sm text-ink-soft">Delivery and tax are included.</p>
      {mine && (
        <Checkbox
          label={`For my ${mine.name}`}
          checked={isForMine}
          onChange={({ target }) => setForMine(target.checked)}
        />
      )}
      <FitWarning fit={fit} category={product.category} />
      {problem && (
        <Alert tone="danger" title={problem.title}>
          <p>{problem.text}</p>
          {problem.unverified && <SendVerification email={buyer.email} />}
          {problem.link && (
            <LinkButton size="sm" className="mt-3" to={problem.link.to}>
              {problem.link.label}
            </LinkButton>
          )}
        </Alert>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        disabled={live.message !== null}
        busy={busy}
        busyLabel="Ordering"
      >
        {fit?.verdict === 'does_not_fit' ? 'Order anyway' : 'Order Now'}
      </Button>
      <HoldNotice />
    </form>
  )
}

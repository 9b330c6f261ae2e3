import { type SubmitEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Address, AddressInput, MAX_ADDRESSES } from '#domain/addresses/address.ts'
import { regionOfZip } from '#domain/addresses/us-postal.ts'
import type { QuoteInput } from '#domain/cart/quote.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { PhoneSchema } from '#domain/shared/phone.ts'
import * as paths from '#paths.ts'
import { AddressDialog } from '../../components/address-form/address-dialog.tsx'
import { useAddressForm } from '../../components/address-form/use-address-form.ts'
import { HoldNotice } from '../../components/order-card/hold-notice.tsx'
import { DeliveryChoice } from '../../components/quote/delivery-choice.tsx'
import { KNOWN_MISFITS_ID, KnownMisfits, useMisfits } from '../../components/quote/known-misfits.tsx'
import { quoteObstacles, showObstacle } from '../../components/quote/obstacles.ts'
import { knownTotal, QuoteSums } from '../../components/quote/quote-sums.tsx'
import { useQuote } from '../../components/quote/use-quote.ts'
import { SendVerification } from '../../layout/send-verification.tsx'
import { useStore } from '../../layout/use-settings.ts'
import { formDraft } from '../../session/form-drafts.ts'
import { isZip, myZip } from '../../session/my-zip.ts'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import type { CartView } from '../cart/shown-cart.ts'
import { AddressChoice, NEW } from './address-choice.tsx'
import { CheckoutAlert } from './checkout-alert.tsx'
import { OrderLines } from './order-lines.tsx'
import { type Intent, usePlace } from './use-place.ts'

const OBSTACLE_ID = 'checkout-obstacle'

/** Address, delivery, what it costs, and the button that places the order. */
export function CheckoutForm({
  view,
  addresses,
  buyer,
  methodId: firstMethodId,
}: {
  view: CartView
  addresses: readonly Address[]
  buyer: { email: string; name: string; phone: string }
  methodId: string | undefined
}) {
  const [chosen, setChosen] = useState(() => firstChoice(addresses))
  const [methodId, setMethodId] = useState(firstMethodId)
  const [phoneProblem, setPhoneProblem] = useState<string>()
  const [isSaved, setSaved] = useState(true)
  const [corrected, setCorrected] = useState<Address | null>(null)
  const { revalidate } = useRevalidator()
  const { returns } = useStore()
  const form = useAddressForm(newAddress(buyer), formDraft('checkout address', { whenLeft: true }))
  const typed = AddressInput.safeParse(form.values).data
  const to: QuoteInput | null =
    chosen !== NEW
      ? { addressId: chosen }
      : typed
        ? { address: typed }
        : form.values.country === 'US' && isZip(form.values.postalCode)
          ? { postalCode: form.values.postalCode }
          : null
  const { user } = useSession()
  const version = [view.cart?.revision, user?.emailVerified]
  const question = to && { ...to, ...(methodId !== undefined && { methodId }) }
  const { quote, busy: isAsking, problem: quoteProblem, reload } = useQuote(question, version)
  const misfits = useMisfits(view.lines)
  const { busy, problem, place } = usePlace({
    quote,
    reloadQuote: reload,
    refuse(fields) {
      const phone = fields.find(({ field }) => field === 'phone')?.message
      if (chosen === NEW) return form.refuse(fields)
      setPhoneProblem(phone)
      return phone !== undefined
    },
    onSaved: setChosen,
  })

  // What is chosen by a press has its price at once; while an address is typed, the last total stays.
  const isStale =
    isAsking && (chosen !== NEW || quote === null || quote.methodId !== (methodId ?? quote.methodId))
  const obstacles = quoteObstacles(quote)
  const blockedBy = obstacles.length > 0 ? OBSTACLE_ID : misfits.isKnown ? null : KNOWN_MISFITS_ID

  /** Sends what is on the screen: its total is what the store then stores. `given`: the address. */
  const send = (given: Pick<Intent['body'], 'address' | 'addressId' | 'phone'>) => {
    if (blockedBy !== null) return showObstacle(blockedBy)
    if (quote?.methodId === undefined) return void reload()
    const { total: expectedTotal, methodId } = quote
    return place({
      body: { revision: view.cart?.revision ?? 0, expectedTotal, methodId, ...given },
      save: isSaved && addresses.length < MAX_ADDRESSES,
    })
  }
  const sendSaved = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('phone')
    if (!(field instanceof HTMLInputElement)) return undefined
    const phone = PhoneSchema.safeParse(field.value)
    setPhoneProblem(phone.error?.issues[0]?.message)
    if (!phone.success) return field.focus()
    return send({ addressId: chosen, phone: phone.data })
  }

  return (
    <>
      <form
        {...(chosen === NEW
          ? form.props((address) => send({ address }))
          : { noValidate: true, onSubmit: sendSaved })}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8"
      >
        <div className="flex min-w-0 flex-col gap-6">
          <Card as="section" className="flex flex-col gap-4">
            <AddressChoice
              addresses={addresses}
              chosen={chosen}
              onChoose={setChosen}
              onCorrect={setCorrected}
              form={form}
              saving={{ checked: isSaved, onChange: setSaved }}
              phoneProblem={phoneProblem}
            />
          </Card>
          <Card as="section" aria-busy={isAsking} className="flex flex-col gap-4">
            {quote && quote.options.length > 0 ? (
              <DeliveryChoice
                quote={quote}
                chosen={methodId}
                legend={<h2 className="text-2xl">Delivery</h2>}
                onChange={setMethodId}
              />
            ) : (
              <>
                <h2 className="text-2xl">Delivery</h2>
                <p className="text-ink-soft">
                  {isAsking
                    ? 'Asking what the delivery costs…'
                    : form.values.country === 'US'
                      ? 'Enter a ZIP code to see what it costs.'
                      : 'Complete the address to see what it costs.'}
                </p>
              </>
            )}
            <FormError onRetry={() => void reload()}>{quoteProblem}</FormError>
          </Card>
        </div>
        <Card
          as="section"
          aria-labelledby="your-order"
          className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-6"
        >
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="your-order" className="text-2xl">
              Your order
            </h2>
            <LinkButton variant="ghost" size="sm" to={paths.cart()}>
              Change
            </LinkButton>
          </div>
          <OrderLines lines={quote?.lines ?? view.lines} />
          <QuoteSums {...view} quote={quote} />
          {obstacles.length > 0 && (
            <div id={OBSTACLE_ID} tabIndex={-1}>
              <Alert tone="caution" title="Before you order:">
                <ul className="list-disc pl-5 wrap-anywhere">
                  {obstacles.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
                {quote?.missing.includes('email') && <SendVerification email={buyer.email} />}
              </Alert>
            </div>
          )}
          <KnownMisfits {...misfits} />
          {chosen === NEW && <FormSummary fields={form.invalidFields} />}
          {problem && <CheckoutAlert problem={problem} email={buyer.email} />}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            full
            busy={busy || isStale}
            busyLabel={busy ? 'Ordering' : undefined}
            aria-describedby={blockedBy ?? undefined}
          >
            {misfits.misfits.length > 0 ? 'Order anyway' : 'Place Order'} ·{' '}
            {formatUsd(knownTotal({ ...view, quote }))}
          </Button>
          <HoldNotice />
          {returns && <p className="text-sm text-ink-soft">{returns}</p>}
        </Card>
      </form>
      {corrected && (
        <AddressDialog
          saved={corrected}
          onClose={() => setCorrected(null)}
          onDone={async () => {
            await revalidate()
            setCorrected(null)
            setChosen(corrected._id)
          }}
        />
      )}
    </>
  )
}

/** The default address, or the first that may be used. */
function firstChoice(addresses: readonly Address[]): string {
  const usable = addresses.filter(({ problems }) => problems === undefined)
  return (usable.find(({ isDefault }) => isDefault) ?? usable[0])?._id ?? NEW
}

/** What is known of an address before it is typed. */
function newAddress({ name, phone }: { name: string; phone: string }): Partial<Address> {
  const postalCode = myZip()
  return { name, phone, postalCode, region: regionOfZip(postalCode) ?? '' }
}

import { useEffect } from 'react'
import { formatUsd } from '#domain/shared/money.ts'
import { useSettings } from '#web/layout/use-settings.ts'
import { PaymentProblem } from '#web/routes/payment/payment-problem.tsx'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'
import {
  cardBrand,
  CardInput,
  digitsOf,
  formatCardNumber,
  formatExpiry,
  CHECK_DIGIT_WARNING,
  passesLuhn,
} from './card-input.ts'
import { FormattedField } from './formatted-field.tsx'

/**
 * The provider's message and code, the field it is about, and whether it is certain that no money was taken.
 */
export type CardProblem = {
  message: string
  code?: string | undefined
  field: keyof CardInput | null
  notCharged: boolean
}

/** The card form of the demo's card provider. `totalPrice` in dollars; `problem` is the provider's error. */
export function CardForm({
  totalPrice,
  busy,
  problem,
  onPay,
}: {
  totalPrice: number
  busy: boolean
  problem: CardProblem | null
  onPay: (input: CardInput) => void
}) {
  const { demo } = useSettings()
  const form = useForm(CardInput, { number: '', expiry: '', cvc: '' })
  const { ref, ...props } = form.props(onPay)
  const { number } = form.values
  const brand = cardBrand(number)
  const complete = digitsOf(number).length >= (brand === 'American Express' ? 15 : 16)

  useEffect(() => {
    if (problem?.field) ref.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus()
  }, [problem, ref])

  // The provider's message is under the fields; the field is only marked as invalid.
  const field = (name: keyof CardInput) => ({ ...form.field(name), readOnly: busy })

  return (
    <form ref={ref} {...props} className="flex flex-col gap-4">
      <h2 className="text-3xl">Pay by card</h2>
      {demo && (
        <p className="rounded-md border border-dashed border-line-strong p-3 text-sm">
          This is a demo: no money moves. Use the test card{' '}
          <span className="font-mono whitespace-nowrap max-xs:whitespace-normal">4242 4242 4242 4242</span>,
          any future date and any three digits.{' '}
          <span className="font-mono whitespace-nowrap max-xs:whitespace-normal">4000 0000 0000 0002</span> is
          declined,{' '}
          <span className="font-mono whitespace-nowrap max-xs:whitespace-normal">4000 0000 0000 3220</span>{' '}
          asks for <span className="whitespace-nowrap">3-D Secure</span>.
        </p>
      )}
      <FormattedField
        label="Card number"
        autoComplete="cc-number"
        required
        format={formatCardNumber}
        hint={
          complete && !passesLuhn(number)
            ? CHECK_DIGIT_WARNING
            : (brand ?? 'Visa, Mastercard, American Express or Discover')
        }
        className="font-mono tracking-wide"
        placeholder="1234 1234 1234 1234"
        {...field('number')}
      />
      <div className="grid grid-cols-2 gap-4">
        <FormattedField
          label="Expiry date"
          autoComplete="cc-exp"
          required
          format={formatExpiry}
          className="font-mono"
          placeholder="MM / YY"
          {...field('expiry')}
        />
        <FormattedField
          label="CVC"
          autoComplete="cc-csc"
          required
          format={(text) => digitsOf(text).slice(0, 4)}
          hint={brand === 'American Express' ? '4 digits on the front' : '3 digits on the back'}
          className="font-mono"
          placeholder={brand === 'American Express' ? '1234' : '123'}
          {...field('cvc')}
        />
      </div>
      {problem && <PaymentProblem {...problem} />}
      <Button type="submit" variant="primary" size="lg" full busy={busy} busyLabel="Paying">
        Pay {formatUsd(totalPrice)}
      </Button>
      <p className="text-sm text-ink-soft">
        The card provider processes your payment. We never see your card number.
      </p>
    </form>
  )
}

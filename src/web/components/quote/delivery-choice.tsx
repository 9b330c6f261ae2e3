import type { ReactNode } from 'react'
import type { Quote } from '#domain/cart/quote.ts'
import { daysText } from '#domain/shared/delivery-days.ts'
import { centsFromDollars, formatCents, formatUsd } from '#domain/shared/money.ts'
import { Radio, RadioGroup } from '../../ui/radio.tsx'

/**
 * The delivery methods with days and price; those that cannot be chosen say why. `chosen`: what the customer
 * chose, even before there is a quote for it.
 */
export function DeliveryChoice({
  quote,
  chosen = quote.methodId,
  legend,
  onChange,
}: {
  quote: Quote
  chosen?: string | undefined
  legend: ReactNode
  onChange: (methodId: string) => void
}) {
  return (
    <RadioGroup legend={legend} hint={freeText(quote)}>
      {quote.options.map(({ methodId, name, daysMin, daysMax, price, unavailable }) => (
        <Radio
          key={methodId}
          name="methodId"
          value={methodId}
          checked={methodId === chosen && unavailable === undefined}
          disabled={unavailable !== undefined}
          onChange={() => onChange(methodId)}
          aside={price === undefined ? undefined : price === 0 ? 'Free' : formatUsd(price)}
          label={
            <>
              <span className="font-medium">{name}</span>{' '}
              <span className="text-sm whitespace-nowrap text-ink-soft">
                {daysText({ daysMin, daysMax })}
              </span>
              {unavailable !== undefined && <span className="block text-sm">{unavailable}</span>}
            </>
          }
        />
      ))}
    </RadioGroup>
  )
}

/** "$12.60 more for free Ground delivery", of the method that lacks least. */
function freeText({ options, parts }: Quote): string | undefined {
  const [first] = options
    .flatMap(({ name, freeFrom }) => (freeFrom === undefined ? [] : { name, freeFrom }))
    .toSorted((a, b) => a.freeFrom - b.freeFrom)
  if (!first) return undefined
  const lacking = (centsFromDollars(first.freeFrom) ?? 0) - (centsFromDollars(parts) ?? 0)
  return `${formatCents(lacking)} more for free ${first.name} delivery`
}

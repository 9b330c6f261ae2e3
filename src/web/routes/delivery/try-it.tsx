import { useState } from 'react'
import { Link } from 'react-router'
import { destinationOfPostalCode } from '#domain/cart/destination.ts'
import { deliveryOptions, type DeliveryOption } from '#domain/delivery/delivery-options.ts'
import type { Delivery } from '#domain/delivery/delivery.ts'
import { tableOf } from '#domain/delivery/delivery.ts'
import { COUNTRY_CODES, countryName } from '#domain/shared/countries.ts'
import { daysText } from '#domain/shared/delivery-days.ts'
import { formatCents } from '#domain/shared/money.ts'
import { gramsOfPounds } from '#domain/shared/weight.ts'
import * as paths from '#paths.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NumberField, TextField } from '../../ui/field.tsx'
import { parseNumber } from '../../ui/parse-number.ts'

/**
 * What customers would be offered by the delivery as it is typed; null while that is not valid. `countries`:
 * to which parcels are sent at all, which the rules of selling say.
 */
export function TryIt({ delivery, countries }: { delivery: Delivery | null; countries: readonly string[] }) {
  const [country, setCountry] = useState('US')
  const [region, setRegion] = useState('')
  const [postalCode, setPostalCode] = useState('60602')
  const [pounds, setPounds] = useState('5')
  const [parts, setParts] = useState('50')
  const [flags, setFlags] = useState({ oversize: false, dangerous: false, poBox: false })
  const code = country.trim().toUpperCase()
  const isUs = code === 'US'
  const destination = destinationOfPostalCode({ country: code, region, postalCode })
  const grams = parseNumber(pounds)
  const total = parseNumber(parts)
  const isNumberWrong = grams === undefined || total === undefined || !(grams >= 0) || !(total >= 0)
  const options =
    delivery && destination && !isNumberWrong
      ? deliveryOptions(
          tableOf(delivery),
          0,
          [{ name: 'part', quantity: 1, weightGrams: gramsOfPounds(grams), ...flags }],
          Math.round(total * 100),
          { ...destination, poBox: flags.poBox },
        )
      : null
  const flag = (key: keyof typeof flags, label: string) => (
    <Checkbox
      label={label}
      checked={flags[key]}
      onChange={(event) => setFlags({ ...flags, [key]: event.target.checked })}
    />
  )
  return (
    <section
      aria-labelledby="try-it"
      className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-4 sm:p-6 xl:sticky xl:top-6"
    >
      <div>
        <h2 id="try-it" className="text-2xl">
          Try it
        </h2>
        <p className="mt-1 text-sm text-ink-soft">As it is typed here, saved or not.</p>
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          label="Country"
          maxLength={2}
          autoComplete="off"
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        />
        <TextField
          label={isUs ? 'ZIP code' : 'Postal code'}
          maxLength={12}
          autoComplete="off"
          value={postalCode}
          error={destination ? undefined : 'There is no such ZIP code'}
          onChange={(event) => setPostalCode(event.target.value)}
        />
        {!isUs && (
          <TextField
            label="Region"
            optional
            maxLength={40}
            autoComplete="off"
            fieldClassName="col-span-2"
            value={region}
            onChange={(event) => setRegion(event.target.value)}
          />
        )}
        <NumberField
          label="Weight, in lb"
          maxLength={12}
          value={pounds}
          onChange={(event) => setPounds(event.target.value)}
        />
        <NumberField
          label="Parts, in $"
          maxLength={12}
          value={parts}
          onChange={(event) => setParts(event.target.value)}
        />
      </div>
      <div>
        {flag('oversize', 'One oversize part')}
        {flag('dangerous', 'Dangerous goods')}
        {flag('poBox', 'To a PO box')}
      </div>
      <div role="status" className="flex flex-col gap-3 border-t border-line pt-4">
        {!COUNTRY_CODES.has(code) ? (
          <p className="text-ink-soft">Enter a country by its two letters, such as US.</p>
        ) : !countries.includes(code) ? (
          <p>
            Nothing is sent to {countryName(code)}: it is not among the “Countries to send to” of{' '}
            <Link to={paths.tax} className="underline underline-offset-4">
              Tax
            </Link>
            .
          </p>
        ) : options ? (
          <Options options={options} cents={Math.round((total ?? 0) * 100)} />
        ) : (
          <p className="text-ink-soft">
            {delivery
              ? 'Enter a ZIP code, a weight and an amount.'
              : 'Correct the delivery to see its prices.'}
          </p>
        )}
      </div>
    </section>
  )
}

function Options({ options, cents }: { options: readonly DeliveryOption[]; cents: number }) {
  if (options.length === 0) return <p>No method is offered.</p>
  return (
    <ul className="flex flex-col gap-3">
      {options.map(({ methodId, name, daysMin, daysMax, priceCents, unavailable, freeFromCents }) => (
        <li key={methodId}>
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{name}</span>
            {priceCents !== null && (
              <span className="font-semibold tabular-nums">
                {priceCents === 0 ? 'Free' : formatCents(priceCents)}
              </span>
            )}
          </p>
          <p className="text-sm text-ink-soft">
            {unavailable ?? daysText({ daysMin, daysMax })}
            {freeFromCents !== null && `, ${formatCents(freeFromCents - cents)} more for free delivery`}
          </p>
        </li>
      ))}
    </ul>
  )
}

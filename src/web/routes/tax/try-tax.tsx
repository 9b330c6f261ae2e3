import { useState } from 'react'
import { destinationOfPostalCode } from '#domain/cart/destination.ts'
import { cartTax } from '#domain/sales/cart-tax.ts'
import type { SalesSettings } from '#domain/sales/sales-settings.ts'
import { centsFromDollars, formatCents } from '#domain/shared/money.ts'
import { rateFromPpm } from '#domain/shared/rate.ts'
import { regionCode } from '#domain/shared/subdivisions.ts'
import { placeOf } from '#domain/tax/place-of.ts'
import { regionAt } from '#domain/tax/region-at.ts'
import { type ShownTaxRegion, taxRegionOf } from '#domain/tax/tax-region.ts'
import { DetailList } from '../../components/detail-list/detail-list.tsx'
import { Card } from '../../ui/card.tsx'
import { NumberField, TextField } from '../../ui/field.tsx'
import { parseNumber } from '../../ui/parse-number.ts'

const AMOUNTS = [
  { key: 'part', label: 'Taxed part' },
  { key: 'core', label: 'Core deposit' },
  { key: 'delivery', label: 'Delivery' },
] as const

/** What tax an order would have, by the rules of the checkout: nothing is sent or stored. */
export function TryTax({
  regions,
  settings,
  day,
}: {
  regions: readonly ShownTaxRegion[]
  settings: SalesSettings
  day: string
}) {
  const [typed, setTyped] = useState({
    country: settings.origin.country,
    region: settings.origin.region ?? regions.find(({ region }) => region !== undefined)?.region ?? '',
    postalCode: settings.origin.postalCode,
    day,
    part: '100.00',
    core: '0.00',
    delivery: '10.00',
  })
  const field = (key: keyof typeof typed) => ({
    value: typed[key],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [key]: event.target.value }),
  })
  const country = typed.country.trim().toUpperCase()
  const { postalCode } = typed
  const region = regionCode(country, typed.region)
  const place = (region === null && destinationOfPostalCode({ country, postalCode })) || {
    country,
    region,
    postalCode,
  }
  const cents = (key: (typeof AMOUNTS)[number]['key']) => centsOf(typed[key])
  return (
    <Card as="section" aria-labelledby="try" className="flex flex-col gap-4 xl:sticky xl:top-6">
      <div>
        <h2 id="try" className="text-2xl">
          Try it
        </h2>
        <p className="text-ink-soft">The tax of an order, by the regions that are stored.</p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-start gap-4">
        <TextField label="To country" autoComplete="off" {...field('country')} />
        <TextField
          label="To state"
          optional
          hint="If blank, that of the ZIP"
          autoComplete="off"
          {...field('region')}
        />
        <TextField label="Postal code" optional autoComplete="off" {...field('postalCode')} />
        <TextField label="On the day" type="date" {...field('day')} />
        {AMOUNTS.map(({ key, label }) => (
          <NumberField
            key={key}
            label={`${label} ($)`}
            error={cents(key) === null ? 'Enter dollars, such as 45.50' : undefined}
            {...field(key)}
          />
        ))}
      </div>
      <div role="status">
        <Tax
          partCents={cents('part') ?? 0}
          coreCents={cents('core') ?? 0}
          deliveryCents={cents('delivery') ?? 0}
          region={regionAt(regions.map(taxRegionOf), place, typed.day)}
          contained={settings.pricesIncludeTax}
        />
      </div>
    </Card>
  )
}

/** Dollars as they are typed, in cents; null for anything else, and for less than nothing. */
function centsOf(text: string): number | null {
  const cents = centsFromDollars(parseNumber(text) ?? 0)
  return cents !== null && cents >= 0 ? cents : null
}

function Tax({
  partCents,
  coreCents,
  deliveryCents,
  region,
  contained,
}: {
  partCents: number
  coreCents: number
  deliveryCents: number
  region: ReturnType<typeof regionAt>
  contained: boolean
}) {
  if (!region) return <p className="font-semibold">No tax: no region has this place on this day.</p>
  const line = { partsCents: partCents, coreCents, taxed: true }
  const { taxCents, deliveryTaxCents } = cartTax([line], deliveryCents, region, contained)
  const before = partCents + coreCents + deliveryCents
  return (
    <>
      <p className="mb-2 font-semibold">
        {region.name}, {placeOf(region)}: {rateFromPpm(region.ratePpm)}%
      </p>
      <DetailList
        details={[
          {
            name: region.coreTaxed ? 'Tax of part and core' : 'Tax of the part',
            value: formatCents(taxCents - deliveryTaxCents),
            nameWraps: true,
          },
          { name: 'Tax of the delivery', value: formatCents(deliveryTaxCents), nameWraps: true },
          { name: contained ? 'Tax, in the total' : 'Tax', value: formatCents(taxCents) },
          {
            name: 'Total',
            value: formatCents(contained ? before : before + taxCents),
            className: 'font-semibold',
          },
        ]}
      />
    </>
  )
}

import { useState } from 'react'
import { ANY_WEIGHT_GRAMS } from '#domain/delivery/delivery.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { poundsText } from '#domain/shared/weight.ts'
import { Button } from '../../ui/button.tsx'
import { type DraftMethod, type Step, type Term, withRates } from './delivery-draft.ts'
import { RatesDialog } from './rates-dialog.tsx'
import type { DeliveryForm } from './use-delivery-form.ts'

/** What a method costs to each zone, each changed in a dialog. */
export function MethodRates({
  form: { draft, set },
  method,
  called,
}: {
  form: DeliveryForm
  method: DraftMethod
  called: string
}) {
  const [zoneId, setZoneId] = useState<string | null>(null)
  const ratesTo = (zone: string) => {
    const isOfPair = (one: Step | Term) => one.methodId === method._id && one.zoneId === zone
    return { steps: draft.prices.filter(isOfPair), term: draft.terms.find(isOfPair) ?? null }
  }
  const zone = draft.zones.find(({ _id }) => _id === zoneId)
  return (
    <>
      <ul className="my-4 divide-y divide-line border-y border-line">
        {draft.zones.map(({ _id, name }, at) => {
          const to = name || `zone ${at + 1}`
          const { steps, term } = ratesTo(_id)
          return (
            <li key={_id} className="flex items-center justify-between gap-4 py-2">
              <p className="min-w-0">
                <span className="font-semibold">{to}</span>
                <br />
                <span className="text-ink-soft">{ratesText(steps, term)}</span>
              </p>
              <Button size="sm" aria-label={`Prices of ${called} to ${to}`} onClick={() => setZoneId(_id)}>
                Prices
              </Button>
            </li>
          )
        })}
      </ul>
      {zone && (
        <RatesDialog
          title={`${called} to ${zone.name || 'this zone'}`}
          pair={{ methodId: method._id, zoneId: zone._id }}
          {...ratesTo(zone._id)}
          onClose={() => setZoneId(null)}
          onApply={(steps, term) => {
            setZoneId(null)
            set((now) => withRates(now, { methodId: method._id, zoneId: zone._id }, steps, term))
          }}
        />
      )}
    </>
  )
}

/** "$6.99 to $59.99, up to 150 lb, free from $99.00" */
function ratesText(steps: readonly Step[], term: Term | null): string {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return 'Does not go there'
  const texts = [
    first === last ? formatUsd(first.price) : `${formatUsd(first.price)} to ${formatUsd(last.price)}`,
    last.upToGrams === ANY_WEIGHT_GRAMS ? 'any weight' : `up to ${poundsText(last.upToGrams)} lb`,
    term?.freeFrom !== undefined && `free from ${formatUsd(term.freeFrom)}`,
    term && term.oversize > 0 && `${formatUsd(term.oversize)} per oversize piece`,
  ]
  return texts.filter(Boolean).join(', ')
}

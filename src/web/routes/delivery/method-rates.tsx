import { ANY_WEIGHT_GRAMS } from '#domain/delivery/delivery.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { weightText } from '#domain/shared/weight.ts'
import { Button } from '../../ui/button.tsx'
import { type Draft, type Pair, ratesOf, type Step, type Term } from './delivery-draft.ts'

/** What a method costs to each zone. `onOpen`: the dialog that changes it. */
export function MethodRates({
  draft,
  methodId,
  called,
  onOpen,
}: {
  draft: Draft
  methodId: string
  called: string
  onOpen: (pair: Pair) => void
}) {
  return (
    <ul className="my-4 divide-y divide-line border-y border-line">
      {draft.zones.map(({ _id: zoneId, name }, at) => {
        const to = name || `zone ${at + 1}`
        return (
          <li key={zoneId} className="flex items-center justify-between gap-4 py-2">
            <p className="min-w-0">
              <span className="font-semibold">{to}</span>
              <br />
              <span className="text-ink-soft">{ratesText(ratesOf(draft, { methodId, zoneId }))}</span>
            </p>
            <Button
              size="sm"
              aria-label={`Prices of ${called} to ${to}`}
              onClick={() => onOpen({ methodId, zoneId })}
            >
              Prices
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** "$6.99 to $59.99, up to 150 lb, free from $99.00" */
function ratesText({ steps, term }: { steps: readonly Step[]; term: Term | null }): string {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return 'Does not go there'
  const texts = [
    first === last ? formatUsd(first.price) : `${formatUsd(first.price)} to ${formatUsd(last.price)}`,
    last.upToGrams === ANY_WEIGHT_GRAMS ? 'any weight' : `up to ${weightText(last.upToGrams)}`,
    term?.freeFrom !== undefined && `free from ${formatUsd(term.freeFrom)}`,
    term && term.oversize > 0 && `${formatUsd(term.oversize)} per oversize piece`,
  ]
  return texts.filter(Boolean).join(', ')
}

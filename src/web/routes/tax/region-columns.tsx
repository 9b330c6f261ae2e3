import { formatDay } from '#domain/shared/day.ts'
import { placeOf } from '#domain/tax/place-of.ts'
import { isValidOn } from '#domain/tax/region-at.ts'
import type { ShownTaxRegion } from '#domain/tax/tax-region.ts'
import { buttonsColumn } from '../../components/list/buttons-column.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { Column } from '../../ui/table.tsx'

/** @param today "2026-11-21" */
export function regionColumns(
  today: string,
  onEnd: (region: ShownTaxRegion) => void,
  onDelete: (region: ShownTaxRegion) => void,
): readonly Column<ShownTaxRegion>[] {
  return [
    { key: 'name', heading: 'Name', title: true, cell: ({ name }) => name },
    { key: 'place', heading: 'Where', cell: placeOf, short: true },
    { key: 'rate', heading: 'Rate', cell: ({ rate }) => `${rate}%`, numeric: true },
    { key: 'also', heading: 'Also taxed', cell: alsoTaxed },
    { key: 'days', heading: 'When', cell: days },
    {
      key: 'status',
      heading: 'Status',
      short: true,
      cell: (region) =>
        isValidOn({ validFrom: region.validFrom, validTo: region.validTo ?? null }, today) ? (
          <StatusPill tone="ok">Applies</StatusPill>
        ) : (
          <StatusPill>{region.validFrom > today ? 'Not yet' : 'Ended'}</StatusPill>
        ),
    },
    buttonsColumn((region) => [
      {
        label: 'Last day…',
        name: `Last day… of ${region.name}, ${placeOf(region)}`,
        onPress: () => onEnd(region),
      },
      {
        label: 'Delete…',
        name: `Delete… ${region.name}, ${placeOf(region)}`,
        onPress: () => onDelete(region),
      },
    ]),
  ]
}

function alsoTaxed({ deliveryTaxed, coreTaxed, coreTaxRefunded }: ShownTaxRegion): string {
  const core = coreTaxRefunded ? 'core deposits (given back)' : 'core deposits'
  return [deliveryTaxed && 'delivery', coreTaxed && core].filter(Boolean).join(', ') || '–'
}

function days({ validFrom, validTo }: ShownTaxRegion): string {
  const from = formatDay(validFrom)
  return validTo === undefined ? `From ${from}` : `${from} – ${formatDay(validTo)}`
}

import { actionLabel } from '#domain/audit/audit.ts'
import type { StockMovement } from '#domain/products/stock-movement.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
import { whenColumn, whoColumn } from '../../components/list/change-columns.tsx'
import { TextLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'

const signedNumber = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' })

export const stockMovementColumns: readonly Column<StockMovement>[] = [
  {
    key: 'action',
    heading: 'What',
    title: true,
    cell: ({ action, orderId, orderNumber: number }) => (
      <span className="flex min-w-0 flex-col text-left">
        {actionLabel(action)}
        {orderId && number !== undefined && (
          <TextLink
            to={paths.order(orderId)}
            className="text-sm font-normal hover:text-signal md:min-h-6 pointer-coarse:min-h-11"
          >
            <span className="sr-only">Order </span>
            {number}
          </TextLink>
        )}
      </span>
    ),
  },
  whenColumn,
  whoColumn,
  {
    key: 'quantity',
    heading: 'Change',
    numeric: true,
    cell: ({ quantity }) => signedNumber.format(quantity).replace('-', '−'),
  },
  {
    key: 'stock',
    heading: 'In stock after',
    numeric: true,
    cell: ({ stock }) => <span className="font-semibold">{formatCount(stock)}</span>,
  },
]

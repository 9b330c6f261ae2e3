import { Link } from 'react-router'
import { actionLabels } from '#domain/audit/audit.ts'
import type { StockMovement } from '#domain/products/stock-movement.ts'
import { whenColumn, whoColumn } from '../../components/admin-list/change-columns.tsx'
import type { Column } from '../../ui/table.tsx'

const pieces = new Intl.NumberFormat('en-US')
const change = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' })

export const stockMovementColumns: readonly Column<StockMovement>[] = [
  {
    key: 'action',
    heading: 'What',
    title: true,
    cell: ({ action, orderId }) => (
      <span className="flex min-w-0 flex-col text-left">
        {actionLabels(action)}
        {orderId && (
          <Link
            to={`/dashboard/manageAllOrders?${new URLSearchParams({ q: orderId })}`}
            className="inline-flex min-h-11 items-center text-sm font-normal underline underline-offset-4 hover:text-signal md:min-h-6 pointer-coarse:min-h-11"
            aria-label={`Order ${orderId}`}
          >
            Order {orderId.slice(0, 8)}
          </Link>
        )}
      </span>
    ),
  },
  whenColumn,
  whoColumn,
  { key: 'quantity', heading: 'Pieces', numeric: true, cell: ({ quantity }) => change.format(quantity) },
  {
    key: 'stock',
    heading: 'In stock after',
    numeric: true,
    cell: ({ stock }) => <span className="font-semibold">{pieces.format(stock)}</span>,
  },
]

import { Copy, Eye, EyeOff, History, PackagePlus, Pencil, Trash2 } from 'lucide-react'
import { formatUsd } from '#domain/shared/money.ts'
import type { ManagedProduct } from '#domain/products/product.ts'
import { Picture } from '../../components/product-card/picture.tsx'
import { copyPath } from '../../components/product-form/product-copy.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'
import { BY_NUMBER, BY_WORD, type Column } from '../../ui/table.tsx'
import { STOCK_LABELS, type StockFilter, stockFilterOf } from './product-list.ts'

const tones: Record<StockFilter, PillTone> = { in: 'ok', low: 'due', out: 'bad', hidden: 'calm' }
const pieces = new Intl.NumberFormat('en-US')

/** `search` is the table's query, so that an edit returns to the same view. */
export function productColumns({
  search,
  onRestock,
  onHide,
  onDelete,
}: {
  search: string
  onRestock: (product: ManagedProduct) => void
  /** Hides it, or publishes a hidden one. */
  onHide: (product: ManagedProduct) => void
  onDelete: (product: ManagedProduct) => void
}): readonly Column<ManagedProduct>[] {
  return [
    {
      key: 'name',
      heading: 'Product',
      title: true,
      sortable: BY_WORD,
      cell: (product) => <Naming product={product} />,
    },
    {
      key: 'price',
      heading: 'Price',
      numeric: true,
      sortable: BY_NUMBER,
      cell: (product) => formatUsd(product.price),
    },
    {
      key: 'available',
      heading: 'Available',
      numeric: true,
      sortable: BY_NUMBER,
      cell: (product) => pieces.format(product.available),
    },
    {
      key: 'minOrder',
      heading: 'Minimum',
      numeric: true,
      sortable: BY_NUMBER,
      cell: (product) => pieces.format(product.minOrder),
    },
    {
      key: 'shelf',
      short: true,
      heading: 'Stock',
      sortable: ['emptiest first', 'fullest first'],
      cell: (product) => {
        const state = stockFilterOf(product)
        return <StatusPill tone={tones[state]}>{STOCK_LABELS[state]}</StatusPill>
      },
    },
    {
      key: 'actions',
      heading: 'Actions',
      headingHidden: true,
      cell: (product) => (
        <span className="flex flex-wrap gap-1 max-md:mt-1 max-md:-mb-1 max-md:-mr-2 md:gap-0 md:max-xl:w-33 xl:flex-nowrap xl:justify-end">
          <LinkButton
            variant="ghost"
            size="sm"
            className={action}
            to={`/dashboard/manageProducts/${product._id}`}
            state={{ search }}
            title={`Edit ${product.name}`}
            aria-label={`Edit ${product.name}`}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
            <span className="md:hidden">Edit</span>
          </LinkButton>
          <LinkButton
            variant="ghost"
            size="sm"
            className={action}
            to={copyPath(product._id)}
            title={`Duplicate ${product.name}`}
            aria-label={`Duplicate ${product.name}`}
          >
            <Copy aria-hidden="true" className="size-4.5" />
            <span className="md:hidden">Duplicate</span>
          </LinkButton>
          <Button
            variant="ghost"
            size="sm"
            className={action}
            onClick={() => onRestock(product)}
            title={`Restock ${product.name}`}
            aria-label={`Restock ${product.name}`}
          >
            <PackagePlus aria-hidden="true" className="size-4.5" />
            <span className="md:hidden">Restock</span>
          </Button>
          <LinkButton
            variant="ghost"
            size="sm"
            className={action}
            to={`/dashboard/manageProducts/${product._id}/stock`}
            title={`Stock history of ${product.name}`}
            aria-label={`Stock history of ${product.name}`}
          >
            <History aria-hidden="true" className="size-4.5" />
            <span className="md:hidden">History</span>
          </LinkButton>
          <HideButton product={product} onHide={onHide} />
          <Button
            variant="ghost"
            size="sm"
            className={`${action} text-danger!`}
            onClick={() => onDelete(product)}
            title={`Delete ${product.name}`}
            aria-label={`Delete ${product.name}`}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
            <span className="md:hidden">Delete</span>
          </Button>
        </span>
      ),
    },
  ]
}

function HideButton({
  product,
  onHide,
}: {
  product: ManagedProduct
  onHide: (product: ManagedProduct) => void
}) {
  const word = product.hidden ? 'Publish' : 'Hide'
  const Icon = product.hidden ? Eye : EyeOff
  return (
    <Button
      variant="ghost"
      size="sm"
      className={action}
      onClick={() => onHide(product)}
      title={`${word} ${product.name}`}
      aria-label={`${word} ${product.name}`}
    >
      <Icon aria-hidden="true" className="size-4.5" />
      <span className="md:hidden">{word}</span>
    </Button>
  )
}

/** A 44 px picture in the table; labeled on a phone. */
const action = 'md:size-11 md:px-0!'

function Naming({ product }: { product: ManagedProduct }) {
  return (
    <span className="flex min-w-0 items-center gap-3 text-left">
      <Picture
        url={product.picture}
        sizes="64px"
        className="w-16 shrink-0 rounded-sm border border-line md:max-xl:hidden"
      />
      <span className="flex min-w-0 flex-col items-start gap-0.5">
        <span className="leading-snug wrap-anywhere md:min-w-28">{product.name}</span>
        {product.partNumber && (
          <span className="font-mono text-xs font-normal text-ink-soft">
            <span className="sr-only">Part number </span>
            {product.partNumber}
          </span>
        )}
      </span>
    </span>
  )
}

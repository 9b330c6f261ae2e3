import { Copy, Ellipsis, Eye, EyeOff, History, PackagePlus, Pencil, Store, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { pictureOrDrawing } from '#domain/products/category-drawing.ts'
import type { ManagedProduct } from '#domain/products/product.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import type { CsvColumn } from '../../components/list/csv.ts'
import { Picture } from '../../layout/picture.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Menu, menuItemClasses } from '../../ui/menu.tsx'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'
import { actionsColumn, BY_NUMBER, BY_WORD, type Column } from '../../ui/table.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import { STOCK_LABELS, type StockFilter, stockFilterOf } from './product-list.ts'

const tones: Record<Exclude<StockFilter, 'in'>, PillTone> = { low: 'due', out: 'bad', hidden: 'calm' }

type Handlers = {
  onRestock: (product: ManagedProduct) => void
  /** Hides the product, or publishes a hidden one. */
  onHide: (product: ManagedProduct) => void
  onDelete: (product: ManagedProduct) => void
}

/** `search` is the table's query, so that an edit returns to the same view. */
export function productColumns({
  search,
  onRestock,
  ...more
}: Handlers & { search: string }): readonly Column<ManagedProduct>[] {
  return [
    {
      key: 'name',
      heading: 'Product',
      title: true,
      className: 'xl:w-full',
      sortable: BY_WORD,
      cell: (product) => <ProductCell product={product} />,
    },
    {
      key: 'brand',
      short: true,
      heading: 'Brand, category',
      className: 'text-sm md:max-xl:hidden',
      cell: ({ brand, category }) => (
        <span className="flex min-w-0 flex-col leading-tight md:min-w-26">
          <span>{brand}</span>
          <span className="text-ink-soft">{category}</span>
        </span>
      ),
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
      cell: (product) => formatCount(product.available),
    },
    {
      key: 'minOrder',
      heading: 'Minimum',
      numeric: true,
      sortable: BY_NUMBER,
      cell: (product) => formatCount(product.minOrder),
    },
    {
      key: 'shelf',
      short: true,
      heading: 'Stock',
      sortable: ['emptiest first', 'fullest first'],
      cell: (product) => {
        const state = stockFilterOf(product)
        // Most parts are in stock: a pill marks the others.
        return state === 'in' ? (
          <span className="text-sm whitespace-nowrap text-ink-soft">{STOCK_LABELS.in}</span>
        ) : (
          <StatusPill tone={tones[state]}>{STOCK_LABELS[state]}</StatusPill>
        )
      },
    },
    actionsColumn((product) => (
      <span className="flex flex-wrap justify-end gap-1 max-md:mt-1 max-md:-mr-2 max-md:-mb-1 md:flex-nowrap md:gap-0">
        <LinkButton
          variant="ghost"
          size="sm"
          className={action}
          to={paths.manageProduct(product._id)}
          state={{ search }}
          title={`Edit ${product.name}`}
          aria-label={`Edit ${product.name}`}
        >
          <Pencil aria-hidden="true" className="size-4.5" />
          <span className="md:hidden">Edit</span>
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
        <MoreActions product={product} {...more} />
      </span>
    )),
  ]
}

function MoreActions({
  product,
  onHide,
  onDelete,
}: Omit<Handlers, 'onRestock'> & { product: ManagedProduct }) {
  const word = product.hidden ? 'Publish' : 'Hide'
  const HideIcon = product.hidden ? Eye : EyeOff
  return (
    <Menu
      label={`More for ${product.name}`}
      triggerClassName="md:pointer-fine:min-h-9"
      trigger={<Ellipsis aria-hidden="true" className="size-4.5" />}
    >
      {!product.hidden && (
        <Link
          to={paths.part(product)}
          aria-label={`View in store: ${product.name}`}
          className={menuItemClasses}
        >
          <Store aria-hidden="true" className="size-4.5" />
          View in store
        </Link>
      )}
      <Link
        to={paths.addProduct(product._id)}
        aria-label={`Duplicate ${product.name}`}
        className={menuItemClasses}
      >
        <Copy aria-hidden="true" className="size-4.5" />
        Duplicate
      </Link>
      <Link
        to={paths.stockMovements(product._id)}
        aria-label={`Stock history of ${product.name}`}
        className={menuItemClasses}
      >
        <History aria-hidden="true" className="size-4.5" />
        Stock history
      </Link>
      <button
        type="button"
        data-closes
        aria-label={`${word} ${product.name}`}
        className={menuItemClasses}
        onClick={() => onHide(product)}
      >
        <HideIcon aria-hidden="true" className="size-4.5" />
        {word}
      </button>
      <button
        type="button"
        data-closes
        aria-label={`Delete ${product.name}`}
        className={`${menuItemClasses} text-danger`}
        onClick={() => onDelete(product)}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
        Delete
      </button>
    </Menu>
  )
}

/** An icon in the table, 36 px high for a mouse and 44 px for fingers; labeled on a phone. */
const action = 'md:size-11 md:px-0! md:pointer-fine:h-9! md:pointer-fine:min-h-9!'

function ProductCell({ product }: { product: ManagedProduct }) {
  return (
    <span className="flex min-w-0 items-center gap-3 text-left">
      <Picture
        url={pictureOrDrawing(product)}
        sizes="64px"
        className="w-16 shrink-0 rounded-sm border border-line md:w-11 md:max-xl:hidden"
      />
      <span className="flex min-w-0 flex-col items-start gap-0.5 md:gap-0">
        <span className="leading-snug wrap-anywhere md:min-w-28 md:leading-tight xl:min-w-44">
          {unbrokenUnits(product.name)}
        </span>
        {product.partNumber && (
          <span className="font-mono text-xs font-normal text-ink-soft md:leading-snug">
            <span className="sr-only">Part number </span>
            {product.partNumber}
          </span>
        )}
      </span>
    </span>
  )
}

/** Prices in dollars. */
export const productCsv: readonly CsvColumn<ManagedProduct>[] = [
  { heading: 'Part number', value: ({ partNumber }) => partNumber },
  { heading: 'Product', value: ({ name }) => name },
  { heading: 'Brand', value: ({ brand }) => brand },
  { heading: 'Category', value: ({ category }) => category },
  { heading: 'Price', value: ({ price }) => price },
  { heading: 'Available', value: ({ available }) => available },
  { heading: 'Minimum', value: ({ minOrder }) => minOrder },
  { heading: 'Stock', value: (product) => STOCK_LABELS[stockFilterOf(product)] },
]

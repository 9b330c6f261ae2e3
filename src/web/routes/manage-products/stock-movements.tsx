import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { listStockMovements, showManagedProduct } from '#contract/products.ts'
import type { StockMovement } from '#domain/products/stock-movement.ts'
import { countUnits } from '#domain/products/unit.ts'
import * as paths from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { GrowingTable } from '../../components/list/growing-table.tsx'
import { fetchListRows, type ListPages, parseRowLimit } from '../../components/list/list-pages.ts'
import { AdjustStockDialog } from '../../components/restock/adjust-stock-dialog.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { Route } from './+types/stock-movements'
import { stockMovementColumns } from './stock-movement-columns.tsx'

const TITLE = 'Stock History'
const LIST = paths.manageProducts
const PAGES: ListPages = { step: 50, max: 5000 }

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ request, params }: Route.ClientLoaderArgs) => {
  const shown = parseRowLimit(new URL(request.url).searchParams, PAGES)
  const [product, loaded] = await Promise.all([
    api(showManagedProduct, { params: { id: params.id } }),
    fetchListRows<StockMovement>({ shown }, (query) =>
      api(listStockMovements, { params: { id: params.id }, query }),
    ),
  ])
  return { product, loaded }
})

export const ErrorBoundary = errorBoundary(TITLE, { to: LIST, label: 'Manage All Products' })

export default function StockMovements({ loaderData: { product, loaded } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [isAdjusting, setIsAdjusting] = useState(false)
  return (
    <>
      <PageHeading
        compact
        title={TITLE}
        lead={`${product.name}: ${countUnits(product.available, product.unit)} in stock. Every change, newest first.`}
        actions={
          <>
            <Button variant="primary" onClick={() => setIsAdjusting(true)}>
              Adjust stock
            </Button>
            <LinkButton to={paths.manageProduct(product._id)}>Edit the product</LinkButton>
          </>
        }
      />
      <div className="flex flex-col gap-5">
        <GrowingTable
          caption="Changes of stock"
          nouns={['change', 'changes']}
          columns={stockMovementColumns}
          loaded={loaded}
          pages={PAGES}
        />
      </div>
      <AdjustStockDialog
        product={isAdjusting ? product : null}
        onClose={() => setIsAdjusting(false)}
        onChanged={revalidate}
      />
    </>
  )
}

import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { showSalesSettings } from '#contract/sales-settings.ts'
import { listTaxRegions } from '#contract/tax.ts'
import { dayOf } from '#domain/shared/shop-days.ts'
import type { ShownTaxRegion } from '#domain/tax/tax-region.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table.tsx'
import type { Route } from './+types/tax'
import { AddRegionDialog } from './add-region-dialog.tsx'
import { DeleteRegion } from './delete-region.tsx'
import { EndRegionDialog } from './end-region-dialog.tsx'
import { regionColumns } from './region-columns.tsx'
import { SalesForm } from './sales-form.tsx'
import { TryTax } from './try-tax.tsx'

const TITLE = 'Tax'

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async () => {
  const [regions, settings] = await Promise.all([api(listTaxRegions), api(showSalesSettings)])
  return { regions, settings }
})

export const ErrorBoundary = errorBoundary(TITLE)

/** Where tax is collected, what it comes to, and the other rules of selling. */
export default function Tax({ loaderData: { regions, settings } }: Route.ComponentProps) {
  const { timeZone } = useSettings()
  const [day] = useState(() => dayOf(new Date(), timeZone))
  const [isAdding, setAdding] = useState(false)
  const [ended, setEnded] = useState<ShownTaxRegion | null>(null)
  const [deleted, setDeleted] = useState<ShownTaxRegion | null>(null)
  const { revalidate } = useRevalidator()
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      Add region
    </Button>
  )
  return (
    <>
      <PageHeading
        compact
        title={TITLE}
        lead="The store collects tax only where you enter a region. Orders keep the tax with which they were placed."
        actions={regions.length > 0 && add}
      />
      {regions.length === 0 ? (
        <EmptyState
          title="No tax is collected"
          text="Add each state or country in which you are registered, with its rate from the tax office."
        >
          {add}
        </EmptyState>
      ) : (
        <Table
          caption="Tax regions"
          columns={regionColumns(day, setEnded, setDeleted)}
          rows={regions}
          rowKey={({ _id }) => _id}
        />
      )}
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <SalesForm stored={settings} />
        <TryTax regions={regions} settings={settings} day={day} />
      </div>
      {isAdding && (
        <AddRegionDialog
          country={settings.origin.country}
          day={day}
          onClose={() => setAdding(false)}
          onSaved={() => void revalidate()}
        />
      )}
      {deleted && (
        <DeleteRegion region={deleted} onClose={() => setDeleted(null)} onSaved={() => void revalidate()} />
      )}
      {ended && (
        <EndRegionDialog region={ended} onClose={() => setEnded(null)} onSaved={() => void revalidate()} />
      )}
    </>
  )
}

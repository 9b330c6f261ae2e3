import { useState } from 'react'
import * as paths from '#paths.ts'
import { AddRowButton } from '#web/ui/add-row-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Carousel } from '#web/ui/carousel.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterTabs } from '#web/ui/filter-tabs.tsx'
import { ListSkeleton } from '#web/ui/list-skeleton.tsx'
import { PageLinks } from '#web/ui/page-links.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { RowButtons } from '#web/ui/row-buttons.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { RowSelection } from '#web/ui/table-selection.tsx'
import { BY_NUMBER, BY_WORD, type Sort, Table } from '#web/ui/table.tsx'

type Row = { id: string; part: string; price: number; state: 'Unpaid' | 'Shipped' }
const rows: readonly Row[] = [
  {
    id: 'DL-1',
    part: 'Brake rotor, vented, 320 mm, front axle, with a very long name indeed',
    price: 89.5,
    state: 'Unpaid',
  },
  { id: 'DL-2', part: 'Oil filter', price: 1299, state: 'Shipped' },
]

const slides = ['First', 'Second', 'Third'].map((key) => ({
  key,
  content: <p className="border border-line bg-raised p-6">{key} slide</p>,
}))
const motion = { visible: 2, gap: 12, moveMs: 500, intervalMs: 4000, pauseOnHover: true }

/** Tables, filters, pages, carousels, cards, empty and loading states. */
export function ListSamples() {
  const [sort, setSort] = useState<Sort | undefined>({ key: 'part', direction: 'ascending' })
  const [filter, setFilter] = useState<'all' | 'unpaid'>('all')
  const selection = useSelection()
  const shown = rows
    .filter((row) => filter === 'all' || row.state === 'Unpaid')
    .toSorted((a, b) => (sort?.key === 'price' ? a.price - b.price : a.part.localeCompare(b.part)))
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-3xl">Lists</h2>
      <FilterTabs
        label="Filter samples"
        value={filter}
        onChange={setFilter}
        tabs={[
          { key: 'all', label: 'All', count: 2 },
          { key: 'unpaid', label: 'Unpaid', count: 1 },
        ]}
      />
      <Table
        caption="Sample orders"
        rows={sort?.direction === 'descending' ? shown.toReversed() : shown}
        rowKey={(row) => row.id}
        sort={sort}
        onSort={setSort}
        selection={selection}
        columns={[
          { key: 'part', heading: 'Part', title: true, sortable: BY_WORD, cell: (row) => row.part },
          {
            key: 'id',
            heading: 'Number',
            cell: (row) => <span className="font-mono text-sm">{row.id}</span>,
          },
          {
            key: 'price',
            heading: 'Price',
            numeric: true,
            sortable: BY_NUMBER,
            cell: (row) => `$${row.price.toFixed(2)}`,
          },
          {
            key: 'state',
            heading: 'Status',
            cell: (row) => <StatusPill tone={row.state === 'Unpaid' ? 'due' : 'ok'}>{row.state}</StatusPill>,
          },
          { key: 'do', heading: 'Actions', headingHidden: true, cell: () => <Button size="sm">Open</Button> },
        ]}
      />
      <PageLinks label="Sample pages of the server" page={4} pages={9} pathOf={() => paths.controls} />
      <Carousel
        label="Samples"
        slides={slides}
        slideClassName="mr-3 w-[calc((100%-12px)/2)]"
        motion={motion}
        dots="Sample"
      />
      <ListSkeleton label="Sample of a list that is fetched" />
      <div className="grid gap-5 md:grid-cols-2">
        <Card>
          <h3 className="text-xl">A card</h3>
          <p className="text-ink-soft">A sheet of paper on the desk.</p>
        </Card>
      </div>
      <EmptyState title="No orders yet" text="What you order shows up here, with its state and a way to pay.">
        <Button variant="primary">Browse parts</Button>
      </EmptyState>
      <QrCode text="RT-1001" label="QR code of RT-1001" className="size-32" />
      <AddRowButton label="Add a row" rows={2} max={2} onAdd={() => undefined} />
      <RowButtons rows={rows} at={0} called="DL-1" onMove={() => undefined} onRemove={() => undefined} />
    </section>
  )
}

function useSelection(): RowSelection<Row> {
  const [chosen, setChosen] = useState<readonly Row[]>([])
  return {
    isSelected: (row) => chosen.includes(row),
    isSelectable: () => true,
    toggle: (row) => setChosen(chosen.includes(row) ? chosen.filter((one) => one !== row) : [...chosen, row]),
    toggleAll: () => setChosen(chosen.length === rows.length ? [] : rows),
    state: chosen.length === 0 ? 'none' : chosen.length === rows.length ? 'all' : 'some',
    selectableCount: rows.length,
    busy: false,
    allLabel: 'Select all samples',
    label: (row) => `Select ${row.part}`,
  }
}

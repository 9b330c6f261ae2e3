import type { ComponentProps } from 'react'
import { Table } from '../../ui/table.tsx'
import { parseRowLimit } from './list-pages.ts'
import { useListUrlState } from './list-url-state.ts'
import { VisibleCount } from './visible-count.tsx'

/**
 * A table without search or filters of the newest rows, all of which `fetchListRows` has `loaded`. Not with
 * the rows of useAdminList, which are only those to show.
 */
export function GrowingTable<Row extends { _id: string }>({
  caption,
  columns,
  loaded,
  ...count
}: Pick<ComponentProps<typeof Table<Row>>, 'caption' | 'columns'> &
  Pick<ComponentProps<typeof VisibleCount>, 'nouns' | 'pages'> & { loaded: readonly Row[] }) {
  const rows = loaded.slice(0, parseRowLimit(useListUrlState().query, count.pages))
  return (
    <>
      <Table caption={caption} rows={rows} rowKey={(row) => row._id} columns={columns} />
      <VisibleCount {...count} first="The newest" rows={rows.length} loaded={loaded.length} />
    </>
  )
}

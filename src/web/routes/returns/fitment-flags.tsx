import { changeFitmentFlag, listFitmentFlags } from '#contract/returns.ts'
import type { FitmentFlag } from '#domain/returns/return.ts'
import { orderFitText } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { api, problemText } from '../../api-client/api-client.ts'
import { buttonsColumn } from '../../components/list/buttons-column.tsx'
import { listLoader, ListPage } from '../../components/list/list-page.tsx'
import { fetchListRows, type ListPages, readListView } from '../../components/list/list-pages.ts'
import { useAdminList } from '../../components/list/use-admin-list.ts'
import { VisibleCount } from '../../components/list/visible-count.tsx'
import { formatLocalDay } from '../../components/order-card/order-dates.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton, TextLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Route } from './+types/fitment-flags'

const TITLE = 'Did Not Fit'

const PAGES: ListPages = { step: 25, max: 2000 }

export const handle = { wide: true } satisfies RouteHandle

export const meta = metaWithTitle(TITLE)

const readView = (query: URLSearchParams) => readListView(query, PAGES, {})

export const clientLoader = listLoader((query) =>
  fetchListRows<FitmentFlag>(readView(query), (page) => api(listFitmentFlags, { query: page })),
)

export const ErrorBoundary = errorBoundary(TITLE, { to: paths.returns, label: 'Returns' })

/** Parts that came back since they did not fit: each is a hint that the store may be wrong about a car. */
export default function FitmentFlags({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title={TITLE}
      lead="Parts that came back since they did not fit. Open the part to correct the vehicles it fits."
      actions={<LinkButton to={paths.returns}>Returns</LinkButton>}
      list={loaderData.list}
      loading="Loading parts that did not fit"
    >
      {(loaded) => <FlagList loaded={loaded} />}
    </ListPage>
  )
}

const columns: readonly Column<FitmentFlag>[] = [
  {
    key: 'part',
    heading: 'Part',
    title: true,
    cell: ({ product }) => (
      <span className="flex min-w-0 flex-col wrap-anywhere md:min-w-26 xl:min-w-48">
        <TextLink to={paths.manageProduct(product._id)} className="hover:text-signal">
          {product.name}
        </TextLink>
        {product.partNumber && <span className="font-mono text-sm font-normal">{product.partNumber}</span>}
      </span>
    ),
  },
  {
    key: 'said',
    heading: 'The store said',
    className: 'text-sm',
    cell: ({ said, ...flag }) => (
      <span className="block wrap-anywhere md:min-w-26 xl:min-w-48">
        {orderFitText({ ...flag, verdict: said })}
      </span>
    ),
  },
  {
    key: 'words',
    heading: 'The customer wrote',
    className: 'text-sm',
    cell: ({ words }) => (
      <span className="block wrap-anywhere md:min-w-26 xl:min-w-56">{words ? `“${words}”` : '–'}</span>
    ),
  },
  {
    key: 'return',
    heading: 'Return',
    className: 'text-sm',
    cell: (flag) => (
      <TextLink to={paths.returnDetails(flag.return._id)} className="whitespace-nowrap hover:text-signal">
        {flag.return.number}
      </TextLink>
    ),
  },
  {
    key: 'at',
    heading: 'Since',
    className: 'text-sm md:whitespace-nowrap',
    cell: ({ at }) => <time dateTime={at}>{formatLocalDay(at)}</time>,
  },
]

function FlagList({ loaded }: { loaded: readonly FitmentFlag[] }) {
  const { rows, act, list } = useAdminList(loaded, readView)
  const close = (row: FitmentFlag, state: 'fitment_changed' | 'dismissed', done: string) =>
    void act({
      row,
      patch: null,
      call: () => api(changeFitmentFlag, { params: { id: row._id }, body: { state } }),
      done: `${done}: ${row.product.name}`,
      failed: problemText,
    })
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {rows.length === 0 ? (
        <EmptyState
          title="Everything fits"
          text="A part that comes back since it did not fit shows up here."
        />
      ) : (
        <>
          <Table
            caption="Parts that did not fit"
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              ...columns,
              buttonsColumn<FitmentFlag>((flag) => [
                {
                  label: 'Fitment corrected',
                  name: `Fitment corrected: ${flag.product.name}, ${flag.return.number}`,
                  onPress: () => close(flag, 'fitment_changed', 'Fitment corrected'),
                },
                {
                  label: 'Dismiss',
                  name: `Dismiss: ${flag.product.name}, ${flag.return.number}`,
                  variant: 'ghost',
                  onPress: () => close(flag, 'dismissed', 'Dismissed'),
                },
              ]),
            ]}
          />
          <VisibleCount
            nouns={['part', 'parts']}
            first="The newest"
            rows={rows.length}
            loaded={loaded.length}
            pages={PAGES}
          />
        </>
      )}
    </div>
  )
}

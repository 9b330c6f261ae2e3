import { useLocation } from 'react-router'
import { isDashboard } from './is-dashboard.ts'
import { Logo } from './logo.tsx'
import { type StoreInfo, useStore } from './use-settings.ts'

/** The footer. Its entries are text, not links: they have no target. On work screens, a single line. */
export function Footer() {
  const { since, footer: columns } = useStore()
  const { pathname } = useLocation()
  if (isDashboard(pathname))
    return (
      <footer className="graphite mt-auto">
        <div className="flex flex-wrap items-center justify-between gap-x-6 px-gutter py-3">
          <Logo className="h-6 w-auto max-w-full" />
          {since !== undefined && <p className="font-display text-ink-soft">since {since}</p>}
        </div>
      </footer>
    )
  return (
    <footer className="graphite mt-auto">
      <div className="ticks h-2.5 rotate-180 opacity-60" aria-hidden="true" />
      <div className="page-column grid grid-cols-2 gap-x-6 gap-y-10 max-xs:grid-cols-1 pt-10 pb-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <Logo className="h-10 w-auto max-w-full" />
          {since !== undefined && <p className="mt-3 font-display text-xl text-ink-soft">since {since}</p>}
        </div>
        <FooterColumns columns={columns} />
      </div>
    </footer>
  )
}

/** The columns of text of the footer. */
export function FooterColumns({ columns }: { columns: StoreInfo['footer'] }) {
  return columns.map((column, at) => (
    // Two may have one text.
    <div key={at}>
      <h2 className="mb-3 font-display text-lg tracking-wide text-ink-soft">{column.title}</h2>
      <ul className="space-y-2">
        {column.entries.map((entry, place) => (
          <li key={place}>{entry}</li>
        ))}
      </ul>
    </div>
  ))
}

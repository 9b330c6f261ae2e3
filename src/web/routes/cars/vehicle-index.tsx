import { Link } from 'react-router'
import { type Crumb, Breadcrumb } from '../../layout/breadcrumb.tsx'
import { Page } from '../../layout/page.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A make, model or year. */
export type VehicleLink = { name: string; path: string }

/** A page above the vehicles: makes, models or years that have parts, in groups. */
export function VehicleIndex({
  title,
  lead,
  trail,
  groups,
}: {
  title: string
  lead: string
  /** Empty for the first page. */
  trail: readonly Crumb[]
  groups: readonly { title: string; links: readonly VehicleLink[] }[]
}) {
  const shown = groups.filter(({ links }) => links.length > 0)
  return (
    <Page className={trail.length > 0 ? 'sm:pt-6' : ''}>
      {trail.length > 0 && <Breadcrumb trail={trail} />}
      <PageHeading
        title={title}
        lead={shown.length > 0 ? lead : undefined}
        actions={<LinkButton to="/parts">Find your vehicle</LinkButton>}
      />
      {shown.length === 0 ? (
        <EmptyState
          title="No parts listed for these cars yet"
          text="We haven’t checked which parts fit. Ask the counter, and we’ll look it up."
        >
          <LinkButton to="/contactUs">Ask the counter</LinkButton>
          <LinkButton to="/parts">Browse all parts</LinkButton>
        </EmptyState>
      ) : (
        shown.map((group) => (
          <section key={group.title} aria-label={group.title} className="mb-10">
            <h2 className="mb-3 text-2xl">{group.title}</h2>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5">
              {group.links.map(({ name, path }) => (
                <li key={path} className="min-w-0">
                  <Link
                    to={path}
                    className="flex h-full min-h-14 items-center rounded-lg border border-line bg-raised px-4 py-2 no-underline shadow-low hover:border-ink"
                  >
                    <span className="font-display text-xl leading-tight font-semibold wrap-anywhere">
                      {name}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </Page>
  )
}

import { Link } from 'react-router'
import * as paths from '#paths.ts'
import { Breadcrumb, breadcrumbJsonLd } from '../../layout/breadcrumb.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/vehicle-index'
import { VehicleError } from './vehicle-error.tsx'

export const handle = { hydrate: 'on-interaction', query: [] } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { title, description, groups, trail } = args.loaderData
  const isBelow = import.meta.env.SSR && trail.length > 0
  return publicMeta(args, {
    title,
    description,
    about: isBelow ? (origin) => breadcrumbJsonLd(trail, origin) : undefined,
    noindex: groups.length === 0,
  })
}

export { loadVehicleIndex as loader } from './load-vehicle-index.server.ts'

/** An index page of vehicles: the makes, models or years with parts, in groups. */
export default function VehicleIndex({ loaderData }: Route.ComponentProps) {
  const { heading, lead, trail, groups } = loaderData
  return (
    <Page className={trail.length > 0 ? 'sm:pt-6' : ''}>
      {trail.length > 0 && <Breadcrumb trail={trail} />}
      <PageHeading
        title={heading}
        lead={groups.length > 0 ? lead : undefined}
        actions={<LinkButton to={paths.parts}>Find your vehicle</LinkButton>}
      />
      {groups.length === 0 ? (
        <EmptyState
          title="No parts listed for these cars yet"
          text="We haven’t checked which parts fit. Ask us, and we’ll look it up."
        >
          <LinkButton to={paths.contact}>Contact us</LinkButton>
          <LinkButton to={paths.parts}>Browse all parts</LinkButton>
        </EmptyState>
      ) : (
        groups.map((group) => (
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

export const ErrorBoundary = VehicleError

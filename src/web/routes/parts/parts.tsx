import { redirect } from 'react-router'
import { productTags } from '#domain/shared/change-tag.ts'
import { browseProducts } from '#domain/products/browse-products.server.ts'
import { listFits } from '#domain/products/list-fitments.server.ts'
import { isWholeVehicle, knownVehicle, vehicleName } from '#domain/vehicles/chosen-vehicle.ts'
import { listVehicleChoices } from '#domain/vehicles/list-vehicle-choices.server.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { productCardView } from '../../components/product-card/product-card-view.ts'
import { productListJsonLd } from './product-list-json-ld.ts'
import { ProductCard } from '../../components/product-card/product-card.tsx'
import { hydrateAfterPaint } from '../../hydration/deferred-hydration.ts'
import { cacheTagsContext, openShop } from '../../page-context.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/parts'
import { NothingFound } from './nothing-found.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { partsPath, readProductSearch } from './product-search.ts'
import { ProductFilters } from './product-filters.tsx'
import { VehiclePanel } from './vehicle-panel.tsx'

/** Pictures of the first cards are above the fold. */
const EAGER = 4

export const handle = { sitemap: true, hydrate: hydrateAfterPaint } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  const shown = args.loaderData
  return publicMeta(args, {
    title: shown?.title ?? 'Parts',
    description:
      'Browse auto parts by vehicle, category and brand, with price per piece, stock and minimum order.',
    path: shown ? partsPath(shown.search, { page: shown.search.page }) : '/parts',
    ...(shown ? { about: (origin: string) => productListJsonLd(shown.products, origin) } : {}),
  })
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = openShop(context)
  const requested = readProductSearch(new URL(request.url).searchParams)
  const choices = await listVehicleChoices(shop, requested.vehicle)
  const vehicle = knownVehicle(requested.vehicle, choices)
  const search = { ...requested, vehicle }
  const { products, total, pageSize, categories, brands } = await browseProducts(shop, search)
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (search.page > pages) throw redirect(partsPath(search, { page: pages }))

  const whole = isWholeVehicle(vehicle)
  const ids = products.map(({ _id }) => _id)
  context.set(cacheTagsContext, productTags(ids))
  const engines = choices.engines.map(({ key }) => key)
  const fits = whole ? await listFits(shop, ids, vehicle, engines) : {}

  const engine = choices.engines.find(({ key }) => key === vehicle.engine)?.label
  const name = vehicleName(vehicle, engine)
  return {
    search,
    choices,
    products: products.map(productCardView),
    fits,
    total,
    pageSize,
    categories,
    brands,
    vehicle: {
      name,
      whole,
      unknown: requested.vehicle.make !== undefined && !vehicle.make,
    },
    title: name ? `Parts for ${name}` : search.category || 'Parts',
  }
}

export default function Parts({ loaderData }: Route.ComponentProps) {
  const { search, choices, products, fits, total, pageSize, categories, brands, vehicle, title } = loaderData
  const first = (search.page - 1) * pageSize + 1
  return (
    <Page>
      <PageHeading eyebrow="The shelf" title={title} />
      <VehiclePanel search={search} choices={choices} vehicle={vehicle} />
      <ProductFilters search={search} categories={categories} brands={brands} />
      <div className="mt-6 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="text-ink-soft tabular-nums">
          {total === 0 && 'No parts'}
          {total > 0 &&
            (total > pageSize
              ? `${first}–${first + products.length - 1} of ${total} parts`
              : `${total} ${total === 1 ? 'part' : 'parts'}`)}
        </p>
        <ChosenFilters search={search} />
      </div>
      {total === 0 ? (
        <NothingFound search={search} vehicle={vehicle} />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4">
          {products.map((product, at) => (
            <li
              key={product.id}
              className="drawn-when-near min-w-0 [contain-intrinsic-size:auto_15rem] sm:[contain-intrinsic-size:auto_31rem]"
            >
              <ProductCard
                product={product}
                heading="h2"
                fit={vehicle.whole ? { vehicle: vehicle.name, sure: fits[product.id] === 'sure' } : undefined}
                eager={at < EAGER}
              />
            </li>
          ))}
        </ul>
      )}
      <PageLinks
        label="Pages of parts"
        page={search.page}
        pages={Math.ceil(total / pageSize)}
        pathOf={(page) => partsPath(search, { page })}
      />
    </Page>
  )
}

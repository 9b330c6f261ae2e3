import { useState } from 'react'
import { data, isRouteErrorResponse, Link, redirect } from 'react-router'
import { pageOfFitments } from '#domain/products/list-fitments.server.ts'
import { listingSlug } from '#domain/products/listing-slug.ts'
import { splitPictures } from '#domain/products/more-pictures.ts'
import { dimensionsOf } from '#domain/products/part-dimensions.ts'
import { findProductBySlug, listRelatedProducts } from '#domain/products/product-page.server.ts'
import type { Product, ShownProduct } from '#domain/products/product.ts'
import type { ShownSpecification } from '#domain/products/specification.ts'
import { quantityText } from '#domain/products/unit.ts'
import { productTags } from '#domain/shared/cache-tags.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { readPageParam } from '#domain/shared/url-params.ts'
import { vehicleLabel } from '#domain/vehicles/chosen-vehicle.ts'
import { type Fitment, fitmentDetails, fitmentLabel } from '#domain/vehicles/fitment.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import * as paths from '#paths.ts'
import { FitmentsByMake } from '../../components/fit/fitments-by-make.tsx'
import { cardFitsOf, fitOf, useFits } from '../../components/fit/use-fits.ts'
import { productCardView } from '../../components/product-card/product-card-view.ts'
import { Breadcrumb, breadcrumbJsonLd, type Crumb } from '../../layout/breadcrumb.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, shopFrom, storeContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import type { Route } from './+types/part'
import { MAX_RELATED } from './max-related.ts'
import { OrderBar } from './order-bar.tsx'
import type { GalleryPicture } from './picture-viewer.tsx'
import { ProductError } from './product-error.tsx'
import { ProductGone } from './product-gone.tsx'
import { productJsonLd } from './product-json-ld.ts'
import { ProductPicture } from './product-picture.tsx'
import { ProductSummary } from './product-summary.tsx'
import { RelatedParts } from './related-parts.tsx'

/** Fitments per page. */
const VEHICLES_PER_PAGE = 24
const LAST_PAGE = 1_000

export const handle = { hydrate: 'on-interaction', query: ['vehicles'] } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return []
  const { product, trail, vehicles, description, returnDays } = args.loaderData
  return publicMeta(args, {
    title: [product.name, product.partNumber].filter(Boolean).join(' · '),
    description,
    path: vehiclesPath(product.slug, vehicles.page),
    ...(product.pictures[0] && { picture: product.pictures[0] }),
    about: import.meta.env.SSR
      ? (origin) => ({
          '@graph': [
            productJsonLd({ product, vehicles, returnDays }, origin),
            breadcrumbJsonLd(trail, origin),
          ],
        })
      : undefined,
  })
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = shopFrom(context)
  const found = await findProductBySlug(shop, params.slug)
  if (!found) throw data(null, { status: 404 })
  if (found.state === 'deleted') throw data({ name: found.name, category: found.category }, { status: 410 })
  const page = readPageParam(new URL(request.url).searchParams, 'vehicles', LAST_PAGE)
  if (found.state === 'moved') throw redirect(vehiclesPath(found.slug, page), 301)

  const { product, specifications, replaces } = found
  const [{ fitments, total }, related] = await Promise.all([
    pageOfFitments(shop, product._id, { page, size: VEHICLES_PER_PAGE }),
    listRelatedProducts(shop, product, MAX_RELATED),
  ])
  const pages = Math.max(1, Math.min(Math.ceil(total / VEHICLES_PER_PAGE), LAST_PAGE))
  if (page > pages) throw redirect(vehiclesPath(product.slug, pages))
  context.set(cacheTagsContext, productTags([product, ...related].map(({ _id }) => _id)))
  const card = productCardView(product)
  const pictures = splitPictures(`${product.picture} ${product.morePictures ?? ''}`)
  return {
    product: {
      ...card,
      // Search engines get the part's own pictures only, no drawings.
      pictures,
      gallery: galleryOf(product, pictures, card.picture, specifications),
      available: product.available,
      about: product.about,
      category: product.category,
      condition: product.condition ?? 'new',
      ...(product.gtin && { gtin: product.gtin }),
      facts: specifications,
      replaces,
      ...saleFacts(product),
    },
    vehicles: {
      fitments: fitments.map((fitment) => {
        const { make, model, variant, yearFrom, yearTo } = fitment
        const texts = {
          text: fitmentLabel(fitment),
          details: fitmentDetails(fitment, (quantity) => quantityText(quantity, product.unit)),
          path: shopPath(fitment),
        }
        return { make, model, variant, yearFrom, yearTo, ...texts }
      }),
      total,
      page,
      pages,
    },
    related: related.map(productCardView),
    trail: [
      { name: 'Parts', path: paths.parts },
      ...(product.category
        ? [{ name: product.category, path: paths.listing('category', listingSlug(product.category)) }]
        : []),
      { name: product.name, path: paths.part(product) },
    ],
    description: describe(product),
    returnDays: context.get(storeContext).content.returnDays,
  }
}

export default function Part({ loaderData }: Route.ComponentProps) {
  // The quantity that was typed is not that of the next part.
  return <PartPage key={loaderData.product.id} {...loaderData} />
}

function PartPage({ product, vehicles, related, trail }: Route.ComponentProps['loaderData']) {
  const [quantity, setQuantity] = useState<number>()
  const loaded = useFits([product, ...related].map(({ id }) => id))
  const fit = fitOf(loaded, product.id)
  const cardFits = cardFitsOf(loaded)
  const car = fit && (fit.verdict === 'fits' || fit.verdict === 'fits_if') ? fit.mine.vehicle : null
  return (
    <Page className="sm:pt-6">
      <Breadcrumb trail={car ? throughCar(trail, car) : trail} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-2 md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-x-12">
        <ProductPicture product={product} />
        <ProductSummary
          product={product}
          fit={fit}
          hasVehicles={vehicles.total > 0}
          quantity={quantity}
          onQuantity={setQuantity}
        />
        <section aria-labelledby="about" className="min-w-0">
          <h2 id="about" className="mb-2 text-2xl">
            About this part
          </h2>
          <p className="max-w-prose whitespace-pre-line">{product.about}</p>
        </section>
        <section aria-labelledby="fits" className="min-w-0 md:col-span-2">
          <h2 id="fits" className="mb-3 text-2xl">
            Fits these vehicles
          </h2>
          {vehicles.total === 0 ? (
            <p className="text-ink-soft">
              We have not checked which vehicles this part fits.{' '}
              <Link to={paths.contact} className="text-ink underline underline-offset-4">
                Contact us
              </Link>{' '}
              before you order it.
            </p>
          ) : (
            <FitmentsByMake fitments={vehicles.fitments} />
          )}
          <PageLinks
            label="Pages of vehicles"
            page={vehicles.page}
            pages={vehicles.pages}
            pathOf={(page) => `${vehiclesPath(product.slug, page)}#fits`}
          />
        </section>
      </div>
      <RelatedParts product={product} related={related} cardFits={cardFits} vehicle={fit?.mine.vehicle} />
      <OrderBar product={product} fit={fit} line={cardFits[product.id]} quantity={quantity} />
    </Page>
  )
}

/** What delivery, tax and returns need to know, as far as customers do. */
function saleFacts({ weightGrams, coreDeposit, oversize, dangerous, ...product }: ShownProduct) {
  return {
    ...(weightGrams !== undefined && { weightGrams }),
    ...(coreDeposit !== undefined && { coreDeposit, coreDays: product.coreDays }),
    ...((oversize || dangerous) && { isGroundOnly: true }),
    ...(product.returnable === false && { isReturnable: false }),
    ...(product.cartOnly && { cartOnly: true }),
  }
}

/** The pictures that the page shows, with a drawing of its dimensions as the second if they are stated. */
function galleryOf(
  { name, slug }: Product,
  [first, ...others]: readonly string[],
  standIn: string,
  specifications: readonly ShownSpecification[],
): GalleryPicture[] {
  const drawing = dimensionsOf(specifications) ? paths.partDrawing({ slug }) : null
  const urls = [first ?? standIn, ...(drawing ? [drawing] : []), ...others]
  return urls.map((url, at) => {
    if (url === drawing) return { url, alt: `${name}, drawing with dimensions` }
    if (url === standIn && first === undefined) return { url, alt: 'No picture yet' }
    return { url, alt: urls.length > 1 ? `${name}, picture ${at + 1} of ${urls.length}` : name }
  })
}

/** The way back to the saved vehicle's parts, of which it is one. */
function throughCar([, ...rest]: readonly Crumb[], vehicle: VehicleQuery): Crumb[] {
  return [{ name: vehicleLabel(vehicle), path: paths.search(vehicle) }, ...rest]
}

/** The page of other parts for a fitment’s vehicles: for its year, or if it has several, for its model. */
function shopPath({ make, model, yearFrom, yearTo }: Fitment): string {
  return paths.car(vehicleSlugs({ make, model, ...(yearFrom === yearTo && { year: yearFrom }) }))
}

function vehiclesPath(slug: string, page: number): string {
  return page > 1 ? `${paths.part({ slug })}?vehicles=${page}` : paths.part({ slug })
}

/**
 * The description for search results: name and price, then the beginning of the description. At most 300
 * characters.
 */
function describe(product: Product): string {
  const named = [product.brand, product.name].filter(Boolean).join(' ')
  const number = product.partNumber && `, part number ${product.partNumber}`
  const text = `${named}${number}: ${formatUsd(product.price)} per ${product.unit}. ${product.about.replaceAll(/\s+/g, ' ')}`
  return text.length <= 300 ? text : `${text.slice(0, 299).replace(/\s\S*$/, '')}…`
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 410) return <ProductGone product={error.data} />
  const back = { to: paths.listings.category, label: 'Browse parts' }
  return <ProductError title="This part" error={error} back={back} />
}

import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { returnFact } from '#domain/content/return-promise.ts'
import { telHref } from '#domain/content/tel-href.ts'
import { listedSlugs, listListings } from '#domain/products/find-listing.server.ts'
import { listProducts } from '#domain/products/list-products.server.ts'
import { listReviews } from '#domain/reviews/list-reviews.server.ts'
import { reviewExcerpt } from '#domain/reviews/review.ts'
import { summarizeReviews } from '#domain/reviews/summarize-reviews.server.ts'
import { productTags } from '#domain/shared/cache-tags.ts'
import { listVehicleChoices } from '#domain/vehicles/list-vehicle-choices.server.ts'
import { productCardView } from '../../components/product-card/product-card-view.ts'
import { serializeChoices } from '../../components/vehicle-finder/serialized-choices.ts'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, shopFrom, storeContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { useSession } from '../../session/session.ts'
import type { Route } from './+types/home'
import { Achievements } from './achievements.tsx'
import { Brands } from './brands.tsx'
import { BusinessSummary } from './business-summary.tsx'
import { Categories } from './categories.tsx'
import { Hero } from './hero.tsx'
import { signedUpFrom } from './home-state.ts'
import { OurProducts } from './our-products.tsx'
import { ReviewsCarousel } from './reviews-carousel.tsx'
import { storeJsonLd } from './store-json-ld.ts'

// Loads the API's client for new customers only.
const AccountReady = lazy(async () => ({ default: (await import('./account-ready.tsx')).AccountReady }))

const MAX_PRODUCTS = 6
const MAX_REVIEWS = 6
const MAX_CATEGORIES = 10

export const handle = { sitemap: true, hydrate: 'on-interaction', query: [] } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    description:
      args.loaderData.description ??
      'Auto parts by vehicle, with price, stock and minimum order in plain sight.',
    about: import.meta.env.SSR ? (origin) => storeJsonLd(args.loaderData, origin) : undefined,
  })

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopFrom(context)
  const { content } = context.get(storeContext)
  const { brands, ...home } = content.home
  const [products, categories, reviews, rated, vehicles, brandSlugs] = await Promise.all([
    listProducts(shop, { limit: MAX_PRODUCTS }),
    listListings(shop, 'category', MAX_CATEGORIES),
    listReviews(shop, { limit: MAX_REVIEWS }),
    summarizeReviews(shop),
    listVehicleChoices(shop, {}),
    brands &&
      listedSlugs(
        shop,
        'brand',
        brands.list.map(({ name }) => name),
      ),
  ])
  context.set(cacheTagsContext, [...productTags(products.map(({ _id }) => _id)), 'reviews'])
  const { name, since, description, contact, sharePicture } = content
  const returns = returnFact(content)
  const [phone] = contact.phones
  return {
    description,
    returns,
    phone: phone && { number: phone.number, href: telHref(phone) },
    about: {
      name: contact.company ?? name,
      since,
      telephone: phone?.number,
      address: contact.address,
      picture: sharePicture?.path,
    },
    home: home.business && returns ? { ...home, business: withFact(home.business, returns) } : home,
    brands: brands && {
      ...brands,
      list: brands.list.map(({ name, logo }) => ({ name, logo, slug: brandSlugs?.get(name) })),
    },
    products: products.map(productCardView),
    reviews: reviews.map(({ name, text, rating }) => ({ name, rating, text: reviewExcerpt(text) })),
    rated: { count: rated.count, average: rated.average },
    vehicles: serializeChoices(vehicles),
    categories,
  }
}

/** The business summary with the promise of returns as its last fact. */
function withFact<Business extends { facts: object[] }>(business: Business, fact: Business['facts'][number]) {
  return { ...business, facts: [...business.facts, fact] }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home, brands, products, categories, reviews, vehicles, returns, phone } = loaderData
  const { promise, text, achievements, business } = home
  const { state } = useLocation()
  // Not while hydrating: the server does not know the state.
  const from = useSession().status === 'signed-in' ? signedUpFrom(state) : '/'
  return (
    <>
      {from !== '/' && (
        <Suspense>
          <AccountReady from={from} />
        </Suspense>
      )}
      <Hero promise={promise} text={text} returns={returns} phone={phone} vehicles={vehicles} />
      {categories.length > 0 && <Categories categories={categories} />}
      <OurProducts products={products} />
      {brands && <Brands brands={brands} />}
      {achievements && <Achievements achievements={achievements} />}
      {business && <BusinessSummary business={business} />}
      <ReviewsCarousel reviews={reviews} />
    </>
  )
}

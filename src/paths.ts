/**
 * Every address of the store except those of the contract's calls. Below all layers and without imports:
 * pages, emails, sign-in and suggestions link to the same pages. tests/addresses.test.ts compares them with
 * the routes, and refuses the text of an address anywhere else.
 */
export const home = '/'
export const login = '/login'
export const signedIn = '/signed-in'
export const signUp = '/signup'
export const resetPassword = '/reset-password'
/** Where a verification link leads outside of its session; `claim`: for who does not know the password. */
export const verifyEmail = (code: string, step?: 'claim') => pathWithQuery('/verify-email', { code, step })

export const blogs = '/blogs'
export const article = (slug: string) => `/blogs/${slug}`
export const portfolio = '/myPortfolio'
export const contact = '/contactUs'
export const reviews = '/customerReviews'
export const apiReference = '/docs'

export const parts = '/parts'
/** The search for parts: `q`, filters and a vehicle. */
export const search = (query: object) => pathWithQuery('/parts', query)
export const part = ({ slug }: { slug: string }) => `/parts/${slug}`
/** A part's drawing with dimensions, which it may have. */
export const partDrawing = ({ slug }: { slug: string }) => `/parts/${slug}/drawing.svg`
export const partList = '/part-list'
export const listings = { category: '/categories', brand: '/brands' }
/** The parts of one category or brand. @param slug by listingSlug. */
export const listing = (kind: 'category' | 'brand', slug: string) =>
  `${listings[kind]}/${encodeURIComponent(slug)}`
export const cars = '/cars'
/** A make, model or vehicle: "/cars/honda/civic/2012". @param slugs by vehicleSlugs. */
export const car = (slugs: readonly string[]) => ['/cars', ...slugs.map(encodeURIComponent)].join('/')
export const garage = '/myGarage'
/** Its address is that of a call too: browsers get the page. @param add a part that it adds first. */
export const cart = (add?: { productId: string; quantity: number }) =>
  pathWithQuery('/cart', { add: add?.productId, quantity: add?.quantity })
/** Its address is that of a call too. @param method the chosen delivery method. */
export const checkout = (method?: string) => pathWithQuery('/checkout', { method })
export const orderForm = (productId: string, quantity?: number) =>
  pathWithQuery(`/purchase-product/${productId}`, { quantity })

export const dashboard = '/dashboard'
export const profile = '/dashboard/myProfile'
export const closeAccount = '/dashboard/closeAccount'
export const myOrders = '/dashboard/myOrders'
export const addresses = '/dashboard/addresses'
/** For its customer and for admins. */
export const order = (id: string) => `/dashboard/orders/${id}`
/** An invoice or a credit note, for its customer and for admins. */
export const document = (id: string) => `/dashboard/documents/${id}`
/** All returns, for admins. */
export const returns = '/dashboard/returns'
/** The slip that goes into the parcel of a return, for its customer and for admins. */
export const returnSlip = (id: string) => `/dashboard/returns/${id}/slip`
/** Where an order is paid, which then shows the receipt. */
export const payment = (orderId: string) => `/dashboard/payment/${orderId}`
export const addReview = '/dashboard/addReview'

/** @param copy the id of the product whose values the form begins with. */
export const addProduct = (copy?: string) => pathWithQuery('/dashboard/addProduct', { copy })
export const manageProducts = '/dashboard/manageProducts'
export const manageProduct = (id: string) => `/dashboard/manageProducts/${id}`
/** @param category whose specifications are shown. */
export const specifications = (category?: string) => pathWithQuery('/dashboard/specifications', { category })
export const stockMovements = (id: string) => `/dashboard/manageProducts/${id}/stock`
export const imports = '/dashboard/imports'
export const importDetails = (id: string) => `/dashboard/imports/${id}`
export const manageOrders = '/dashboard/manageAllOrders'
/** The screen that finds orders, customers and parts; `?q=`. */
export const find = '/dashboard/find'
export const customers = '/dashboard/customers'
export const customer = (id: string) => `/dashboard/customers/${encodeURIComponent(id)}`
export const packingSlips = '/dashboard/packingSlips'
export const pickingList = '/dashboard/pickingList'
export const returnDetails = (id: string) => `/dashboard/returns/${id}`
/** Parts that came back since they did not fit. */
export const fitmentFlags = '/dashboard/fitment-flags'
export const inbox = '/dashboard/inbox'
export const message = (id: string) => `/dashboard/inbox/${id}`
export const manageReviews = '/dashboard/manageReviews'
export const searchWords = '/dashboard/searchWords'
export const missedSearches = '/dashboard/searchWords/missed'
export const undeliveredMail = '/dashboard/undeliveredMail'
export const makeAdmin = '/dashboard/makeAdmin'
/** Where the link of an invitation leads. */
export const invitation = (token: string) => pathWithQuery('/dashboard/invitation', { token })
/** @param section without it, the first. */
export const settings = (section?: string) =>
  `/dashboard/settings${section === undefined ? '' : `/${section}`}`
/** The admin's screen of delivery methods, zones and prices. */
export const delivery = '/dashboard/delivery'
/** Regions of tax, and the rules of selling. */
export const tax = '/dashboard/tax'
export const reports = '/dashboard/reports'
export const audit = '/dashboard/audit'

/** For search engines and shopping sites. */
export const robots = '/robots.txt'
export const sitemap = '/sitemap.xml'
export const sitemapFile = (name: string) => `/sitemaps/${name}.xml`
export const feed = '/feeds/products.xml'
export const manifest = '/site.webmanifest'

export const openApi = '/openapi.json'
/** @param file `<key>.webp`, or `<key>-<width>.avif` */
export const picture = (file: string) => `/images/${file}`
/** The logo in emails. */
export const mailMark = '/mail-mark.png'
/** A drawing that stands in for the picture of a part without one. */
export const noPicture = '/no-picture.svg'
/** The same for a part of a category: `category-drawing.ts` names the drawings. */
export const noPictureOf = (drawing: string) => `/no-picture-${drawing}.svg`
/** A CSV file of parts to begin with. */
export const partsTemplate = '/parts-template.csv'
/** The demo's. */
export const controls = '/dev/ui'
export const mailbox = '/dev/mailbox'

/** A path with these values as its query: undefined and '' are omitted. */
export function pathWithQuery(path: string, values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values) as [string, string | number | boolean | undefined][])
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/**
 * Every address of the store except those of the contract's calls. Below all layers and without imports:
 * pages, emails, sign-in and suggestions link to the same pages. tests/addresses.test.ts compares them with
 * the routes, and refuses the text of an address anywhere else.
 */
export const paths = {
  home: '/',
  login: '/login',
  signedIn: '/signed-in',
  signUp: '/signup',
  resetPassword: '/reset-password',
  /** Where a verification link leads outside of its session; `claim`: for who does not know the password. */
  verifyEmail: (code: string, step?: 'claim') => pathWithQuery('/verify-email', { code, step }),

  blogs: '/blogs',
  article: (slug: string) => `/blogs/${slug}`,
  portfolio: '/myPortfolio',
  contact: '/contactUs',
  reviews: '/customerReviews',
  apiReference: '/docs',

  parts: '/parts',
  /** The search for parts: `q`, filters and a vehicle. */
  search: (query: object) => pathWithQuery('/parts', query),
  part: ({ slug }: { slug: string }) => `/parts/${slug}`,
  partList: '/part-list',
  listings: { category: '/categories', brand: '/brands' },
  /** The parts of one category or brand. @param slug by listingSlug. */
  listing: (kind: 'category' | 'brand', slug: string) =>
    `${paths.listings[kind]}/${encodeURIComponent(slug)}`,
  cars: '/cars',
  /** A make, model or vehicle: "/cars/honda/civic/2012". @param slugs by vehicleSlugs. */
  car: (slugs: readonly string[]) => ['/cars', ...slugs.map(encodeURIComponent)].join('/'),
  garage: '/myGarage',
  orderForm: (productId: string, quantity?: number) =>
    pathWithQuery(`/purchase-product/${productId}`, { quantity }),

  dashboard: '/dashboard',
  profile: '/dashboard/myProfile',
  myOrders: '/dashboard/myOrders',
  /** For its customer and for admins. */
  order: (id: string) => `/dashboard/orders/${id}`,
  /** Where an order is paid, which then shows the receipt. */
  payment: (orderId: string) => `/dashboard/payment/${orderId}`,
  addReview: '/dashboard/addReview',

  /** @param copy the id of the product whose values the form begins with. */
  addProduct: (copy?: string) => pathWithQuery('/dashboard/addProduct', { copy }),
  manageProducts: '/dashboard/manageProducts',
  manageProduct: (id: string) => `/dashboard/manageProducts/${id}`,
  stockMovements: (id: string) => `/dashboard/manageProducts/${id}/stock`,
  imports: '/dashboard/imports',
  importDetails: (id: string) => `/dashboard/imports/${id}`,
  manageOrders: '/dashboard/manageAllOrders',
  packingSlips: '/dashboard/packingSlips',
  manageReviews: '/dashboard/manageReviews',
  searchWords: '/dashboard/searchWords',
  missedSearches: '/dashboard/searchWords/missed',
  undeliveredMail: '/dashboard/undeliveredMail',
  makeAdmin: '/dashboard/makeAdmin',
  audit: '/dashboard/audit',

  /** For search engines and shopping sites. */
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  sitemapFile: (name: string) => `/sitemaps/${name}.xml`,
  feed: '/feeds/products.xml',
  manifest: '/site.webmanifest',

  openApi: '/openapi.json',
  /** @param file `<key>.webp`, or `<key>-<width>.avif` */
  picture: (file: string) => `/images/${file}`,
  /** The demo's. */
  controls: '/dev/ui',
  mailbox: '/dev/mailbox',
} as const

/** The sign-in calls that pages use; integrations/identity has them all. */
export const identityPaths = {
  signUp: '/auth/sign-up/email',
  signIn: '/auth/sign-in/email',
  signOut: '/auth/sign-out',
  session: '/auth/get-session',
  updateUser: '/auth/update-user',
  /** A verification link itself, which verifies where the account is signed in. */
  verificationLink: (code: string) => pathWithQuery('/auth/verify-email', { code }),
  sendVerification: '/auth/send-verification-email',
  verifyByCode: '/auth/email-otp/verify-email',
  unverifiedAccount: (code: string) => pathWithQuery('/auth/unverified-account', { code }),
  claimAccount: '/auth/claim-account',
  deleteUnverifiedAccount: '/auth/delete-unverified-account',
  requestPasswordReset: '/auth/request-password-reset',
  resetPassword: '/auth/reset-password',
  enableSecondFactor: '/auth/two-factor/enable',
  disableSecondFactor: '/auth/two-factor/disable',
  verifyCode: '/auth/two-factor/verify-totp',
  verifyBackupCode: '/auth/two-factor/verify-backup-code',
  /** The call that issues an access token, which public pages send without the contract. */
  accessToken: (email: string) => `/user/${encodeURIComponent(email)}`,
  google: '/auth/google',
  issuer: (query: object) => pathWithQuery('/auth/oidc', query),
} as const

/** A path with these values as its query: undefined and '' are omitted. */
export function pathWithQuery(path: string, values: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values) as [string, string | number | boolean | undefined][])
    if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

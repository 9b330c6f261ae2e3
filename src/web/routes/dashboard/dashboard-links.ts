/** One link of the sidebar. `pages`: what the paths of other pages that belong to it begin with. */
export type DashboardLink = { to: string; label: string; pages?: readonly string[] }

const OVERVIEW = '/dashboard'
const ORDER = '/dashboard/orders/'
const PAYMENT = '/dashboard/payment/'

const common: readonly DashboardLink[] = [
  { to: OVERVIEW, label: 'Overview' },
  { to: '/dashboard/myProfile', label: 'My Profile' },
]
const customers: readonly DashboardLink[] = [
  { to: '/dashboard/myOrders', label: 'My Orders', pages: [ORDER, PAYMENT] },
  { to: '/dashboard/addReview', label: 'Add A Review' },
]
const adminsOwn: readonly DashboardLink[] = [
  { to: '/dashboard/myOrders', label: 'My Orders', pages: [PAYMENT] },
]
const admins: readonly DashboardLink[] = [
  { to: '/dashboard/addProduct', label: 'Add A Product' },
  { to: '/dashboard/manageProducts', label: 'Manage All Products' },
  { to: '/dashboard/imports', label: 'Import' },
  {
    to: '/dashboard/manageAllOrders',
    label: 'Manage All Orders',
    pages: [ORDER, '/dashboard/packingSlips'],
  },
  { to: '/dashboard/manageReviews', label: 'Manage Reviews' },
  { to: '/dashboard/searchWords', label: 'Search Words' },
  { to: '/dashboard/undeliveredMail', label: 'Undelivered Mail' },
  { to: '/dashboard/makeAdmin', label: 'Make an Admin' },
  { to: '/dashboard/audit', label: 'Audit' },
]

/** The sidebar: the user's own pages, and for admins the admin pages. */
export function dashboardLinks(role: 'customer' | 'admin' | null): {
  own: readonly DashboardLink[]
  admin: readonly DashboardLink[]
} {
  return role === 'admin'
    ? { own: [...common, ...adminsOwn], admin: admins }
    : { own: [...common, ...customers], admin: [] }
}

/** The link of the page at this path, or of the list that the page belongs to. */
export function linkAt(pathname: string, links: readonly DashboardLink[]): DashboardLink | undefined {
  return links.find(
    ({ to, pages = [] }) =>
      pathname === to ||
      (to !== OVERVIEW && [`${to}/`, ...pages].some((start) => pathname.startsWith(start))),
  )
}

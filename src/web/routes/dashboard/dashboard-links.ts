import { matchPath } from 'react-router'

/** One link of the sidebar. `pages`: the path prefixes of other pages that belong to it. */
export type DashboardLink = {
  to: string
  label: string
  pages?: readonly { start: string; title: string }[]
}

const OVERVIEW = '/dashboard'
const ORDER = { start: '/dashboard/orders', title: 'Order' }
const PAYMENT = { start: '/dashboard/payment', title: 'Payment' }

const commonLinks: readonly DashboardLink[] = [
  { to: OVERVIEW, label: 'Overview' },
  { to: '/dashboard/myProfile', label: 'My Profile' },
]
const customerLinks: readonly DashboardLink[] = [
  { to: '/dashboard/myOrders', label: 'My Orders', pages: [ORDER, PAYMENT] },
  { to: '/dashboard/addReview', label: 'Add A Review' },
]
const ownAdminLinks: readonly DashboardLink[] = [
  { to: '/dashboard/myOrders', label: 'My Orders', pages: [PAYMENT] },
]
const adminLinks: readonly DashboardLink[] = [
  { to: '/dashboard/addProduct', label: 'Add A Product' },
  { to: '/dashboard/manageProducts', label: 'Manage All Products' },
  { to: '/dashboard/imports', label: 'Import' },
  {
    to: '/dashboard/manageAllOrders',
    label: 'Manage All Orders',
    pages: [ORDER, { start: '/dashboard/packingSlips', title: 'Packing Slips' }],
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
    ? { own: [...commonLinks, ...ownAdminLinks], admin: adminLinks }
    : { own: [...commonLinks, ...customerLinks], admin: [] }
}

/** The title of the page at this path, and its link or that of the list that it belongs to. */
export function linkAt(
  pathname: string,
  links: readonly DashboardLink[],
): { link: DashboardLink; title: string } | undefined {
  const isAt = (path: string, end = false) => matchPath({ path, end }, pathname) !== null
  for (const link of links) {
    const page = link.pages?.find(({ start }) => isAt(start))
    if (page) return { link, title: page.title }
    if (isAt(link.to, link.to === OVERVIEW)) return { link, title: link.label }
  }
  return undefined
}

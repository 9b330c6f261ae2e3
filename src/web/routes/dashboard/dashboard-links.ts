import { matchPath } from 'react-router'
import * as paths from '#paths.ts'

/** One link of the sidebar. `pages`: the path prefixes of other pages that belong to it. */
export type DashboardLink = {
  to: string
  label: string
  pages?: readonly { start: string; title: string }[]
}

const OVERVIEW = paths.dashboard
const ORDER = { start: paths.order(''), title: 'Order' }
const DOCUMENT = { start: paths.document(''), title: 'Invoice' }
const SLIP = { start: paths.returnSlip(':id'), title: 'Return Slip' }
const PAYMENT = { start: paths.payment(''), title: 'Payment' }

const commonLinks: readonly DashboardLink[] = [
  { to: OVERVIEW, label: 'Overview' },
  {
    to: paths.profile,
    label: 'My Profile',
    pages: [{ start: paths.closeAccount, title: 'Close Your Account' }],
  },
  { to: paths.addresses, label: 'Addresses' },
]
const customerLinks: readonly DashboardLink[] = [
  { to: paths.myOrders, label: 'My Orders', pages: [ORDER, DOCUMENT, SLIP, PAYMENT] },
  { to: paths.addReview, label: 'Add A Review' },
]
const ownAdminLinks: readonly DashboardLink[] = [{ to: paths.myOrders, label: 'My Orders', pages: [PAYMENT] }]
const adminLinks: readonly DashboardLink[] = [
  { to: paths.addProduct(), label: 'Add A Product' },
  {
    to: paths.manageProducts,
    label: 'Manage All Products',
    pages: [{ start: paths.specifications(), title: 'Specifications' }],
  },
  { to: paths.imports, label: 'Import' },
  {
    to: paths.manageOrders,
    label: 'Manage All Orders',
    pages: [
      ORDER,
      DOCUMENT,
      { start: paths.packingSlips, title: 'Packing Slips' },
      { start: paths.pickingList, title: 'Picking List' },
    ],
  },
  {
    to: paths.returns,
    label: 'Returns',
    pages: [
      SLIP,
      { start: paths.returnDetails(':id'), title: 'Return' },
      { start: paths.fitmentFlags, title: 'Did Not Fit' },
    ],
  },
  { to: paths.customers, label: 'Customers' },
  { to: paths.inbox, label: 'Inbox', pages: [{ start: paths.message(':id'), title: 'Message' }] },
  { to: paths.manageReviews, label: 'Manage Reviews' },
  { to: paths.searchWords, label: 'Search Synonyms' },
  { to: paths.undeliveredMail, label: 'Undelivered Mail' },
  { to: paths.makeAdmin, label: 'Make an Admin' },
  { to: paths.delivery, label: 'Delivery' },
  { to: paths.tax, label: 'Tax' },
  { to: paths.reports, label: 'Reports' },
  { to: paths.settings(), label: 'Settings' },
  { to: paths.audit, label: 'Audit' },
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

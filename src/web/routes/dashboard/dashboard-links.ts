/** One link of the sidebar. */
export type DashboardLink = { to: string; label: string }

const common: readonly DashboardLink[] = [
  { to: '/dashboard', label: 'Overview' },
  { to: '/dashboard/myProfile', label: 'My Profile' },
  { to: '/dashboard/myOrders', label: 'My Orders' },
]
const customers: readonly DashboardLink[] = [{ to: '/dashboard/addReview', label: 'Add A Review' }]
const admins: readonly DashboardLink[] = [
  { to: '/dashboard/addProduct', label: 'Add A Product' },
  { to: '/dashboard/manageProducts', label: 'Manage All Products' },
  { to: '/dashboard/imports', label: 'Import' },
  { to: '/dashboard/manageAllOrders', label: 'Manage All Orders' },
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
  return role === 'admin' ? { own: common, admin: admins } : { own: [...common, ...customers], admin: [] }
}

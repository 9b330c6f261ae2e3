import { expect, test } from 'vitest'
import { dashboardLinks } from './dashboard-links.ts'

const labels = (role: 'customer' | 'admin') => {
  const { own, admin } = dashboardLinks(role)
  return [...own, ...admin].map((link) => link.label)
}

test("'Add A Review' is hidden for admins, who see the admin links", () => {
  expect(labels('admin')).toEqual([
    'Overview',
    'My Profile',
    'My Orders',
    'Add A Product',
    'Manage All Products',
    'Import',
    'Manage All Orders',
    'Manage Reviews',
    'Search Words',
    'Undelivered Mail',
    'Make an Admin',
    'Audit',
  ])
})

test('a customer sees no admin link', () => {
  expect(labels('customer')).toEqual(['Overview', 'My Profile', 'My Orders', 'Add A Review'])
})

import { expect, test } from 'vitest'
import { dashboardLinks, linkAt } from './dashboard-links.ts'

const labels = (role: 'customer' | 'admin') => {
  const { own, admin } = dashboardLinks(role)
  return [...own, ...admin].map((link) => link.label)
}

test("'Add A Review' is hidden for admins, who see the admin links", () => {
  expect(labels('admin')).toEqual([
    'Overview',
    'My Profile',
    'Addresses',
    'My Orders',
    'Add A Product',
    'Manage All Products',
    'Import',
    'Manage All Orders',
    'Returns',
    'Customers',
    'Inbox',
    'Manage Reviews',
    'Search Synonyms',
    'Undelivered Mail',
    'Make an Admin',
    'Delivery',
    'Tax',
    'Reports',
    'Settings',
    'Audit',
  ])
})

test('a customer sees no admin link', () => {
  expect(labels('customer')).toEqual(['Overview', 'My Profile', 'Addresses', 'My Orders', 'Add A Review'])
})

test('pages without their own link are marked at the list to which they belong', () => {
  const at = (pathname: string, role: 'customer' | 'admin') => {
    const { own, admin } = dashboardLinks(role)
    return linkAt(pathname, [...own, ...admin])?.link.label
  }
  expect(at('/dashboard', 'customer')).toBe('Overview')
  expect(at('/dashboard/orders/5f', 'customer')).toBe('My Orders')
  expect(at('/dashboard/payment/5f', 'customer')).toBe('My Orders')
  expect(at('/dashboard/documents/5f', 'customer')).toBe('My Orders')
  expect(at('/dashboard/documents/5f', 'admin')).toBe('Manage All Orders')
  expect(at('/dashboard/orders/5f', 'admin')).toBe('Manage All Orders')
  expect(at('/dashboard/payment/5f', 'admin')).toBe('My Orders')
  expect(at('/dashboard/packingSlips', 'admin')).toBe('Manage All Orders')
  expect(at('/dashboard/pickingList', 'admin')).toBe('Manage All Orders')
  expect(at('/dashboard/returns/5f/slip', 'customer')).toBe('My Orders')
  expect(at('/dashboard/returns/5f/slip', 'admin')).toBe('Returns')
  expect(at('/dashboard/fitment-flags', 'admin')).toBe('Returns')
  expect(at('/dashboard/manageProducts/5f/stock', 'admin')).toBe('Manage All Products')
  expect(at('/dashboard/nothing', 'admin')).toBeUndefined()
  expect(at('/dashboard/', 'admin')).toBe('Overview')
  expect(at('/Dashboard/MYORDERS/', 'customer')).toBe('My Orders')
  expect(at('/dashboard/packingslips/', 'admin')).toBe('Manage All Orders')
  expect(linkAt('/dashboard/orders/5f', dashboardLinks('customer').own)?.title).toBe('Order')
  expect(linkAt('/dashboard/returns/5f/slip', dashboardLinks('admin').admin)?.title).toBe('Return Slip')
  expect(linkAt('/dashboard/returns/5f', dashboardLinks('admin').admin)?.title).toBe('Return')
  expect(linkAt('/dashboard/myOrders', dashboardLinks('customer').own)?.title).toBe('My Orders')
})

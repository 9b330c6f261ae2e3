/** The pictures of the README, files of docs/screenshots. */
export const SCREENSHOTS = [
  'home-light',
  'home-phone',
  'part',
  'cart',
  'checkout',
  'order-dark',
  'admin-orders',
] as const

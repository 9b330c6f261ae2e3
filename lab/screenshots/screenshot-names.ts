/** The pictures of the README, files of docs/screenshots. */
export const SCREENSHOTS = [
  'home-light',
  'home-dark',
  'home-phone',
  'purchase',
  'payment-declined',
  'payment',
  'admin-orders',
] as const

import type { Shop } from '../shop.ts'

/** What the use cases about payments use of the shop. */
export type PaymentShop = Pick<
  Shop,
  'content' | 'counters' | 'db' | 'jobs' | 'payments' | 'publishChange' | 'rules'
>

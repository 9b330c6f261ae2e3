import type { Order } from '#domain/orders/order.ts'

/** Orders shown at a time. One more is asked for, which tells whether there are more. */
export const PAGE_SIZE = 20

/** Splits an answer of up to PAGE_SIZE + 1 orders into what is shown and whether more follow. */
export function pageOf(answer: readonly Order[]): { orders: readonly Order[]; more: boolean } {
  return { orders: answer.slice(0, PAGE_SIZE), more: answer.length > PAGE_SIZE }
}

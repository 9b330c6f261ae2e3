import type { Order } from '#domain/orders/order.ts'

/** The page size. One extra order shows whether there are more. */
export const PAGE_SIZE = 20

/** Splits a response of up to PAGE_SIZE + 1 orders into the page and whether more follow. */
export function pageOf(answer: readonly Order[]): { orders: readonly Order[]; more: boolean } {
  return { orders: answer.slice(0, PAGE_SIZE), more: answer.length > PAGE_SIZE }
}

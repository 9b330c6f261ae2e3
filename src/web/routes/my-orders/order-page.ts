import { type ListedOrder, ListOrdersQuery } from '#domain/orders/order.ts'

/** The page size. One extra order shows whether there are more. */
export const PAGE_SIZE = 20

/** What a customer searches the orders for. */
export type OrderSearch = Pick<ListOrdersQuery, 'status'> & { q: string }

/** Parses the URL; unknown values are ignored. */
export function readOrderSearch(query: URLSearchParams): OrderSearch {
  const status = ListOrdersQuery.shape.status.safeParse(query.get('status') ?? undefined)
  return { q: query.get('q')?.trim().slice(0, 100) ?? '', status: status.data }
}

/** Splits a response of up to PAGE_SIZE + 1 orders into the page and whether more follow. */
export function pageOf(answer: readonly ListedOrder[]): { orders: readonly ListedOrder[]; more: boolean } {
  return { orders: answer.slice(0, PAGE_SIZE), more: answer.length > PAGE_SIZE }
}

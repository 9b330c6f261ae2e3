import { useMemo, useSyncExternalStore } from 'react'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#domain/cart/cart-limits.ts'
import type { StoredLine } from '#domain/cart/merge-lines.ts'
import { CART_CHANGED, CART_COUNT_KEY, LINES_KEY } from './cart-keys.ts'

/** The lines of a visitor, live in all tabs. None on the server and during hydration. */
export function useLocalLines(): readonly StoredLine[] {
  const text = useSyncExternalStore(
    subscribeToCart,
    () => read(LINES_KEY),
    () => null,
  )
  return useMemo(() => parseLines(text), [text])
}

/** The lines of a visitor now. */
export const localLines = (): readonly StoredLine[] => parseLines(read(LINES_KEY))

/** Saves the lines of a visitor for all tabs. False: the browser denies storage, or it is full. */
export function saveLocalLines(lines: readonly StoredLine[]): boolean {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return write({
    [LINES_KEY]: lines.length === 0 ? null : JSON.stringify(lines),
    [CART_COUNT_KEY]: count === 0 ? null : String(count),
  })
}

/** Forgets the visitor's lines, which are now in the account. */
export function keepLocally(lines: readonly StoredLine[]): void {
  write({ [LINES_KEY]: lines.length === 0 ? null : JSON.stringify(lines) })
}

/** Shows what is in the customer's cart in the header of all tabs, and tells them that it has changed. */
export function noteCart({ count, revision }: { count: number; revision: number }): void {
  const text = `${count} ${revision}`
  if (read(CART_COUNT_KEY) !== text) write({ [CART_COUNT_KEY]: text })
}

/** The revision of the customer's cart that some tab has shown last; null when none has. */
export function notedRevision(): number | null {
  const [, revision] = (read(CART_COUNT_KEY) ?? '').split(' ')
  return revision === undefined ? null : Number(revision)
}

/** After a log-out the header shows what the visitor has collected. */
export function noteLocalCart(): void {
  saveLocalLines(localLines())
}

/** Calls the listener after each change in this or another tab; returns how to stop. */
export function subscribeToCart(listener: () => void): () => void {
  const listening = new AbortController()
  // `storage` events fire in other tabs only.
  for (const kind of [CART_CHANGED, 'storage']) addEventListener(kind, listener, { signal: listening.signal })
  return () => listening.abort()
}

/** Parses stored lines, each part once; what another version or a person has written is left out. */
export function parseLines(text: string | null): readonly StoredLine[] {
  let stored: unknown = null
  try {
    stored = JSON.parse(text ?? 'null')
  } catch {
    // Not written by the store.
  }
  if (!Array.isArray(stored)) return []
  const lines = stored.filter(isLine).map(({ productId, quantity }) => [productId, quantity] as const)
  return Array.from(new Map(lines.slice(0, MAX_CART_LINES)), ([productId, quantity]) => ({
    productId,
    quantity,
  }))
}

function isLine(value: unknown): value is StoredLine {
  if (typeof value !== 'object' || value === null) return false
  const { productId, quantity } = value as Record<string, unknown>
  return (
    typeof productId === 'string' &&
    /^[0-9a-f-]{36}$/.test(productId) &&
    Number.isInteger(quantity) &&
    Number(quantity) >= 1 &&
    Number(quantity) <= MAX_LINE_QUANTITY
  )
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage may be denied.
    return null
  }
}

function write(values: Record<string, string | null>): boolean {
  try {
    for (const [key, value] of Object.entries(values)) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
    return true
  } catch {
    // Storage may be denied or full.
    return false
  } finally {
    dispatchEvent(new Event(CART_CHANGED))
  }
}

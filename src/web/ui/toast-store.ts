/** A short message at the edge of the screen. */
export type Toast = { id: number; tone: 'success' | 'error'; text: string }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Adds a message; the same text that is still showing is not shown twice. At most 4 at a time, the oldest goes. */
function show(tone: Toast['tone'], text: string): void {
  const others = toasts.filter((toast) => toast.text !== text)
  lastId += 1
  change([...others.slice(-3), { id: lastId, tone, text }])
}

/** Something worked. Goes away by itself after 5000 ms, not while the pointer or the focus is on the messages. */
export function toastSuccess(text: string): void {
  show('success', text)
}

/** Something failed. Stays until it is closed. `text` says what happened and what to do. */
export function toastError(text: string): void {
  show('error', text)
}

/** For the Toaster. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** For the Toaster: the subscription and the snapshots of useSyncExternalStore. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const currentToasts = (): readonly Toast[] => toasts
const none: readonly Toast[] = []
export const noToasts = (): readonly Toast[] => none

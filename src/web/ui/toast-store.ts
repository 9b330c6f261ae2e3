/** A short message at the edge of the screen. With `undo` there is a button that takes back what it tells of. */
export type Toast = {
  id: number
  tone: 'success' | 'error'
  text: string
  undo: (() => void) | undefined
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Adds a message; the same text that is still showing is not shown twice. At most 4 at a time, the oldest goes. */
function show(tone: Toast['tone'], text: string, undo?: () => void): void {
  const others = toasts.filter((toast) => toast.text !== text)
  lastId += 1
  change([...others.slice(-3), { id: lastId, tone, text, undo }])
}

/**
 * Something worked. Goes away by itself after 5000 ms, with `undo` after 10 000 ms, not while the pointer or the focus is on
 * the messages.
 */
export function toastSuccess(text: string, undo?: () => void): void {
  show('success', text, undo)
}

/** Something failed. Stays until it is closed. `text` says what happened and what to do; `undo` takes back the part that worked. */
export function toastError(text: string, undo?: () => void): void {
  show('error', text, undo)
}

/** Takes back what the newest message that offers it tells of. */
export function undoNewest(): void {
  const newest = toasts.findLast(({ undo }) => undo)
  if (!newest) return
  dismissToast(newest.id)
  newest.undo?.()
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

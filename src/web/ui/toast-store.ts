/** A short message at the edge of the screen. With `undo` there is a button that takes back what it tells of. */
export type Toast = {
  id: number
  tone: 'success' | 'error'
  text: string
  undo: (() => void) | undefined
  about: string | undefined
}

/** `undo`: what takes back what the message tells of. `about`: the matter it belongs to, such as one order or the sign-in. */
type Options = { undo?: (() => void) | undefined; about?: string }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Adds a message; the same text that is still showing is not shown twice, and whatever was told before about the same matter goes.
 * At most 4 at a time, the oldest goes.
 */
function show(tone: Toast['tone'], text: string, { undo, about }: Options): void {
  const others = toasts.filter((toast) => toast.text !== text && !isAbout(toast, about))
  lastId += 1
  change([...others.slice(-3), { id: lastId, tone, text, undo, about }])
}

/** One that can be undone keeps its button. */
function isAbout(toast: Toast, about: string | undefined): boolean {
  return about !== undefined && toast.about === about && (toast.tone === 'error' || !toast.undo)
}

/**
 * Something worked. Goes away by itself after 5000 ms, with `undo` after 10 000 ms, not while the pointer or the focus is on
 * the messages. Failures that were told about the same matter go.
 */
export function toastSuccess(text: string, options: Options = {}): void {
  show('success', text, options)
}

/**
 * Something failed. Stays until it is closed or the same matter succeeds: give `about` wherever it can be tried again. `text` says
 * what happened and what to do.
 */
export function toastError(text: string, options: Options = {}): void {
  show('error', text, options)
}

/** This matter has succeeded, which the page shows by itself: failures that were told about it go. */
export function settleToasts(about: string): void {
  change(toasts.filter((toast) => !isAbout(toast, about)))
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

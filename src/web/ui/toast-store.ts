/** A toast. `undo` adds a button that reverts the change, `link` where its result is. */
export type Toast = {
  id: number
  tone: 'success' | 'error'
  text: string
  undo: (() => void) | undefined
  link: ToastLink | undefined
  about: string | undefined
}

type ToastLink = { to: string; label: string }

/**
 * `undo` reverts the change, `link` leads to its result. `about` is the subject, such as one order or the
 * sign-in.
 */
type Options = { undo?: (() => void) | undefined; link?: ToastLink; about?: string }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Adds a toast in place of one with the same text and of earlier ones about the same subject. Shows at most
 * 4.
 */
function show(tone: Toast['tone'], text: string, { undo, link, about }: Options): void {
  const others = toasts.filter((toast) => toast.text !== text && !isAbout(toast, about))
  lastId += 1
  change([...others.slice(-3), { id: lastId, tone, text, undo, link, about }])
}

function isAbout(toast: Toast, about: string | undefined): boolean {
  return about !== undefined && toast.about === about && (toast.tone === 'error' || !toast.undo)
}

/**
 * A success, shown for 5000 ms, with `undo` or `link` for 10 000 ms, longer while hovered or focused.
 * Dismisses errors about the same subject.
 */
export function toastSuccess(text: string, options: Options = {}): void {
  show('success', text, options)
}

/**
 * An error: what happened and what to do. Stays until closed or until the same subject succeeds: pass `about`
 * where a retry is possible.
 */
export function toastError(text: string, options: Options = {}): void {
  show('error', text, options)
}

/** Dismisses the errors about a subject whose success the page itself shows. */
export function dismissErrorsAbout(about: string): void {
  change(toasts.filter((toast) => !isAbout(toast, about)))
}

/** Runs the undo of the newest toast that has one. */
export function undoNewest(): void {
  const newest = toasts.findLast(({ undo }) => undo)
  if (!newest) return
  dismissToast(newest.id)
  newest.undo?.()
}

/** Closes a toast, if it is still shown. Its `undo` is not run. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** Subscribes, for useSyncExternalStore in the Toaster. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const currentToasts = (): readonly Toast[] => toasts
const none: readonly Toast[] = []
export const noToasts = (): readonly Toast[] => none

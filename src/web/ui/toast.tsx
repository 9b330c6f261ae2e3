import { type FocusEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Button, TextLink } from './button.tsx'
import { classNames } from './class-names.ts'
import { currentToasts, dismissToast, noToasts, subscribeToToasts, type Toast } from './toast-store.ts'

/** How long a success is shown, in ms. */
const STAY_MS = 5000
/**
 * How long a success with a button or link is shown, in ms: the user needs time to decide and to reach it.
 */
const STAY_TO_USE_MS = 10_000

/**
 * Renders the toasts; used once, in the root. Two live regions that are always there announce each exactly
 * once. Esc closes those with a link.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts)
  const [holdCount, setHoldCount] = useState(0)
  const previousFocus = useRef<HTMLElement>(null)
  const hold = () => setHoldCount((count) => count + 1)
  const release = () => setHoldCount((count) => Math.max(0, count - 1))
  const focus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement, HTMLElement>) => {
    hold()
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget
  }
  const closed = () => {
    setHoldCount(0)
    // The focused button is removed with its card.
    previousFocus.current?.focus({ preventScroll: true })
  }
  const list = (tone: Toast['tone']) =>
    toasts
      .filter((toast) => toast.tone === tone)
      .map((toast) => <ToastCard key={toast.id} toast={toast} isPaused={holdCount > 0} onClosed={closed} />)
  return (
    <section
      aria-label="Notifications"
      data-toasts
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={focus}
      onBlur={release}
      className="pointer-events-none fixed print:hidden right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col items-end gap-2"
    >
      <div role="alert" className="contents">
        {list('error')}
      </div>
      <div role="status" className="contents">
        {list('success')}
      </div>
    </section>
  )
}

// `onClosed`: the hover or focus that paused the timers was on this card, and ends without an event when it
// is removed.
function ToastCard({ toast, isPaused, onClosed }: { toast: Toast; isPaused: boolean; onClosed: () => void }) {
  const { id, text, undo, link } = toast
  const stays = toast.tone === 'error' || isPaused
  const close = () => {
    dismissToast(id)
    onClosed()
  }
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismissToast(id), undo || link ? STAY_TO_USE_MS : STAY_MS)
    return () => clearTimeout(timer)
  }, [stays, id, undo, link])
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  useEffect(() => {
    if (!link) return undefined
    const listening = new AbortController()
    addEventListener('keydown', closeOnEscape, { signal: listening.signal })
    return () => listening.abort()
  }, [link])
  return (
    <div
      className={classNames(
        'toast-in pointer-events-auto flex w-full items-center gap-2 rounded-md border border-l-4 bg-raised py-1 pr-1 pl-4 shadow-high',
        toast.tone === 'error' ? 'border-danger' : 'border-line-strong border-l-ok',
      )}
    >
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <p className="grow py-2 font-medium wrap-anywhere">{text}</p>
        {link && (
          <TextLink to={link.to} onClick={close} className="font-semibold">
            {link.label}
          </TextLink>
        )}
        {undo && (
          <Button
            size="sm"
            className="ml-auto"
            onClick={() => {
              close()
              undo()
            }}
          >
            Undo
          </Button>
        )}
      </div>
      <button
        type="button"
        aria-label="Close this message"
        onClick={close}
        className="size-11 shrink-0 rounded-md text-xl text-ink-soft hover:bg-ink/8 hover:text-ink"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While `open`, calls `close` at a press or focus outside of `box`. */
export function useCloseOutside(box: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  const closeIfOutside = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !box.current?.contains(target)) close()
  })
  useEffect(() => {
    if (!open) return
    const listening = new AbortController()
    for (const kind of ['pointerdown', 'focusin'])
      document.addEventListener(kind, closeIfOutside, { signal: listening.signal })
    return () => listening.abort()
  }, [open])
}

import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While `open`, calls `close` at a press or focus outside of `box`. */
export function useCloseOutside(box: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  const closeIfOutside = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !box.current?.contains(target)) close()
  })
  useEffect(() => {
    if (!open) return
    document.addEventListener('pointerdown', closeIfOutside)
    document.addEventListener('focusin', closeIfOutside)
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside)
      document.removeEventListener('focusin', closeIfOutside)
    }
  }, [open])
}

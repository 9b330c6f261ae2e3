import { useEffect, useRef, useState } from 'react'

/** The duration of the animation, in ms. */
const RUN_MS = 1600

/**
 * Counts from `from` to `to` when it scrolls into view. The HTML has `to`, which stays without JavaScript and
 * with reduced motion.
 */
export function CountUp({ from, to }: { from: number; to: number }) {
  const [shown, setShown] = useState(to)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const run = (start: number) => {
      const step = (now: number) => {
        const value = countAt(from, to, (now - start) / RUN_MS)
        setShown(value)
        if (value !== to) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
    }
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        seen.disconnect()
        run(performance.now())
      },
      { threshold: 0.6 },
    )
    seen.observe(element)
    return () => {
      seen.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [from, to])
  return <span ref={place}>{shown}</span>
}

/** The value of a counter at `progress` (clamped to 0 … 1), eased out. */
export function countAt(from: number, to: number, progress: number): number {
  const clamped = Math.min(1, Math.max(0, progress))
  return Math.round(from + (to - from) * (1 - (1 - clamped) ** 3))
}

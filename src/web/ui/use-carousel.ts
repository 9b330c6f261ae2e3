import { useEffect, useRef, useState, type FocusEvent } from 'react'
import type { CarouselMotion, RunningCarousel } from './carousel-engine.ts'

/** The distance from the viewport at which a carousel loads, in px. */
const NEAR = '200px'

/**
 * The lifecycle of a carousel: lazy loads the engine near the viewport; auto-plays unless the user prefers reduced motion;
 * keyboard focus inside pauses it until its button restarts it. `motion` is read at the start and must not change. `possible`
 * false (too few slides): nothing starts.
 */
export function useCarousel(motion: CarouselMotion, possible: boolean) {
  const viewport = useRef<HTMLDivElement>(null)
  const engine = useRef<RunningCarousel>(null)
  const [started, setStarted] = useState(false)
  const [playing, setPlaying] = useState(false)
  const [index, setIndex] = useState(0)
  const settings = useRef(motion)

  useEffect(() => {
    const element = viewport.current
    if (!element || !possible) return
    let gone = false
    const begin = async () => {
      const { startCarousel } = await import('./carousel-engine.ts')
      if (gone) return
      engine.current = startCarousel(element, settings.current, setIndex)
      const still =
        matchMedia('(prefers-reduced-motion: reduce)').matches || element.matches(':focus-visible')
      if (!still) engine.current.play()
      setStarted(true)
      setPlaying(!still)
    }
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        seen.disconnect()
        // Without the engine the slides remain a scrollable row.
        begin().catch(() => undefined)
      },
      { rootMargin: NEAR },
    )
    seen.observe(element)
    return () => {
      gone = true
      seen.disconnect()
      engine.current?.stop()
      engine.current = null
      setStarted(false)
    }
  }, [possible])

  const turn = (on: boolean) => {
    if (on) engine.current?.play()
    else engine.current?.pause()
    setPlaying(on)
  }
  return {
    viewport,
    started,
    playing,
    index,
    toggle: () => turn(!playing),
    goTo: (slide: number) => engine.current?.goTo(slide),
    onFocus: (event: FocusEvent) => {
      if (playing && event.target.matches(':focus-visible')) turn(false)
    },
  }
}

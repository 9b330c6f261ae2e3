import { useEffect, useRef, useState, type FocusEvent } from 'react'
import type { CarouselMotion, RunningCarousel } from './carousel-engine.ts'

/** How near to the screen a carousel is started, in px. */
const NEAR = '200px'

/**
 * The life of one carousel: the engine is fetched when the slides come near the screen; it starts moving unless the person
 * asked for less motion; keyboard focus inside stops it until it is started again by its button.
 * `motion` is read at the start and must not change. `possible` false (too few slides): nothing is started.
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
        // Without the engine the slides stay a row that can be scrolled.
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
    /** For the carousel's root: the keyboard came in. */
    onFocus: (event: FocusEvent) => {
      if (playing && event.target.matches(':focus-visible')) turn(false)
    },
  }
}

import { useEffect, useRef, useState, type FocusEvent } from 'react'
import type { CarouselMotion, RunningCarousel } from './carousel-engine.ts'

/** The distance from the viewport at which a carousel loads, in px. */
const LOAD_DISTANCE = '200px'

/**
 * The lifecycle of a carousel: lazy loads the engine near the viewport; auto-plays unless the user prefers
 * reduced motion; keyboard focus inside pauses it until its button restarts it. Its controls work as soon as
 * the page is hydrated (`ready`): presses before the start take effect then. `motion` is read at the start
 * and must not change. `possible` false (too few slides): nothing starts.
 */
export function useCarousel(motion: CarouselMotion, possible: boolean) {
  const viewport = useRef<HTMLDivElement>(null)
  const engine = useRef<RunningCarousel>(null)
  const [ready, setReady] = useState(false)
  const [started, setStarted] = useState(false)
  const [playing, setPlaying] = useState(false)
  const [index, setIndex] = useState(0)
  const settings = useRef(motion)
  /** The controls pressed before the start. */
  const earlyPresses = useRef<{ play?: boolean; slide?: number }>({})

  useEffect(() => {
    const element = viewport.current
    if (!element || !possible) return
    setReady(true)
    let isUnmounted = false
    const begin = async () => {
      const { startCarousel } = await import('./carousel-engine.ts')
      if (isUnmounted) return
      engine.current = startCarousel(element, settings.current, setIndex)
      const { slide, play } = earlyPresses.current
      const plays =
        play ??
        !(
          matchMedia('(prefers-reduced-motion: reduce)').matches ||
          element.parentElement?.querySelector(':focus-visible')
        )
      if (slide) engine.current.goTo(slide)
      if (plays) engine.current.play()
      setStarted(true)
      setPlaying(plays)
    }
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        seen.disconnect()
        // Without the engine the slides remain a scrollable row.
        begin().catch(() => setReady(false))
      },
      { rootMargin: LOAD_DISTANCE },
    )
    seen.observe(element)
    return () => {
      isUnmounted = true
      seen.disconnect()
      engine.current?.stop()
      engine.current = null
      setStarted(false)
    }
  }, [possible])

  const turn = (on: boolean) => {
    earlyPresses.current.play = on
    if (on) engine.current?.play()
    else engine.current?.pause()
    setPlaying(on)
  }
  return {
    viewport,
    ready,
    started,
    playing,
    index,
    toggle: () => turn(!playing),
    goTo: (slide: number) => {
      earlyPresses.current.slide = slide
      if (engine.current) engine.current.goTo(slide)
      else setIndex(slide)
    },
    onFocus: ({ target }: FocusEvent) => {
      if (!target.matches(':focus-visible')) return
      if (playing) turn(false)
      const slide = target.closest<HTMLElement>('.swiper-slide')
      if (slide) engine.current?.reveal(slide)
    },
  }
}

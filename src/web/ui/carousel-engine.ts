import Swiper from 'swiper'
import { Autoplay } from 'swiper/modules'

/** How a carousel moves. Times in ms, widths in px; `visible` counts slides. */
export type CarouselMotion = {
  /** Slides seen at once, and how many from `wideFrom` px of window width on. */
  visible: number
  wide?: { from: number; visible: number }
  /** Space between two slides; the slides' own CSS leaves the same. */
  gap: number
  /** Length of one move. */
  speed: number
  /** From the start of one move to the start of the next. As long as `speed`: it moves evenly, without a rest. */
  every: number
  pauseOnHover: boolean
}

/** A carousel that has been started. `stop` gives the slides back as they were. */
export type RunningCarousel = { play(): void; pause(): void; goTo(index: number): void; stop(): void }

/**
 * Starts a carousel on markup of the shape viewport > .swiper-wrapper > .swiper-slide. It stands still until `play`.
 * `onSlide` is told the index of the first slide seen.
 */
export function startCarousel(
  viewport: HTMLElement,
  motion: CarouselMotion,
  onSlide: (index: number) => void,
): RunningCarousel {
  const even = motion.every <= motion.speed
  viewport.scrollLeft = 0
  const swiper = new Swiper(viewport, {
    modules: [Autoplay],
    loop: true,
    slidesPerView: motion.visible,
    ...(motion.wide && { breakpoints: { [motion.wide.from]: { slidesPerView: motion.wide.visible } } }),
    spaceBetween: motion.gap,
    speed: motion.speed,
    // The rest between two moves; 1 and not 0, as only a timer can be stopped.
    autoplay: {
      delay: Math.max(1, motion.every - motion.speed),
      pauseOnMouseEnter: motion.pauseOnHover,
    },
    // A finger moves it, a mouse may mark text; what never rests cannot be held either.
    allowTouchMove: !even,
    simulateTouch: false,
    on: {
      realIndexChange: ({ realIndex }) => onSlide(realIndex),
      // A new layout can break a move off, which then ends without the event that Swiper waits for before the next one.
      setTransition(moving, ms) {
        if (ms === 0) requestAnimationFrame(() => goOnIfForgotten(moving))
      },
    },
  })
  swiper.autoplay.stop()

  function goOnIfForgotten({ destroyed, animating, autoplay }: Swiper): void {
    if (destroyed || animating || !autoplay.running || !autoplay.paused) return
    if (!(motion.pauseOnHover && viewport.matches(':hover'))) autoplay.resume()
  }

  return {
    play() {
      swiper.autoplay.start()
      // It may have been stopped between two slides: first it finishes that move.
      if (even) swiper.slideTo(swiper.activeIndex, motion.speed)
    },
    pause() {
      swiper.autoplay.stop()
      if (!even || !swiper.animating) return
      const here = swiper.getTranslate()
      swiper.setTransition(0)
      swiper.setTranslate(here)
      swiper.animating = false
    },
    goTo(index) {
      swiper.slideToLoop(index)
    },
    stop() {
      swiper.destroy(true, true)
    },
  }
}

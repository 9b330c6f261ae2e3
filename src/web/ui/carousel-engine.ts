import Swiper from 'swiper'
import { Autoplay } from 'swiper/modules'

/** Carousel settings. Times in ms, widths in px; `visible` counts slides. */
export type CarouselMotion = {
  /** Visible slides, and how many from a window width of `wide.from` px. */
  visible: number
  wide?: { from: number; visible: number }
  /** The gap between slides; the slides' CSS must match. */
  gap: number
  /** The duration of one move. */
  moveMs: number
  /** From the start of one move to the start of the next. Equal to `moveMs` for continuous motion. */
  intervalMs: number
  pauseOnHover: boolean
}

/** A running carousel. `reveal` shows a slide at once; `stop` restores the slides' original state. */
export type RunningCarousel = {
  play(): void
  pause(): void
  goTo(index: number): void
  reveal(slide: HTMLElement): void
  stop(): void
}

/**
 * Starts a carousel on viewport > .swiper-wrapper > .swiper-slide, paused until `play`. `onSlide` gets the
 * index of the first visible slide.
 */
export function startCarousel(
  viewport: HTMLElement,
  motion: CarouselMotion,
  onSlide: (index: number) => void,
): RunningCarousel {
  const isContinuous = motion.intervalMs <= motion.moveMs
  viewport.scrollLeft = 0
  const swiper = new Swiper(viewport, {
    modules: [Autoplay],
    loop: true,
    slidesPerView: motion.visible,
    ...(motion.wide && { breakpoints: { [motion.wide.from]: { slidesPerView: motion.wide.visible } } }),
    spaceBetween: motion.gap,
    speed: motion.moveMs,
    // The pause between moves; 1 and not 0, as only a timer can be stopped.
    autoplay: {
      delay: Math.max(1, motion.intervalMs - motion.moveMs),
      pauseOnMouseEnter: motion.pauseOnHover,
    },
    // Touch drags; a mouse selects text. Continuous motion cannot be dragged.
    allowTouchMove: !isContinuous,
    simulateTouch: false,
    on: {
      realIndexChange: ({ realIndex }) => onSlide(realIndex),
      // A relayout can cancel a move, and Swiper would wait for its transitionend forever.
      setTransition(moving, ms) {
        if (ms === 0) requestAnimationFrame(() => resumeIfStalled(moving))
      },
    },
  })
  swiper.autoplay.stop()

  function resumeIfStalled({ destroyed, animating, autoplay }: Swiper): void {
    if (destroyed || animating || !autoplay.running || !autoplay.paused) return
    if (!(motion.pauseOnHover && viewport.matches(':hover'))) autoplay.resume()
  }

  return {
    play() {
      swiper.autoplay.start()
      // It may have stopped between two slides: finish that move first.
      if (isContinuous) swiper.slideTo(swiper.activeIndex, motion.moveMs)
    },
    pause() {
      swiper.autoplay.stop()
      if (!isContinuous || !swiper.animating) return
      const here = swiper.getTranslate()
      swiper.setTransition(0)
      swiper.setTranslate(here)
      swiper.animating = false
    },
    goTo(index) {
      swiper.slideToLoop(index)
    },
    reveal(slide) {
      const last = swiper.wrapperEl.scrollWidth - viewport.clientWidth
      // Without a move, which reorders the slides and so takes the focus away.
      swiper.setTransition(0)
      swiper.setTranslate(-Math.min(slide.offsetLeft, last))
      viewport.scrollLeft = 0
    },
    stop() {
      swiper.destroy(true, true)
    },
  }
}

import type { ReactNode } from 'react'
import type { CarouselMotion } from './carousel-engine.ts'
import { classNames } from './class-names.ts'
import { useCarousel } from './use-carousel.ts'

type CarouselSlide = { key: string; content: ReactNode }

/**
 * An auto-playing carousel (WAI-ARIA pattern) with a pause button. Before it starts, and without JavaScript,
 * it is a scrollable row of the same size. `slideClassName` must match the width and gap in `motion`.
 */
export function Carousel({
  label,
  slides,
  slideClassName,
  motion,
  dots,
}: {
  /** The accessible name, such as "Brands". */
  label: string
  slides: readonly CarouselSlide[]
  slideClassName: string
  motion: CarouselMotion
  /** Shows one button per slide, named by what a slide is, such as "Review". */
  dots?: string
}) {
  const max = Math.max(motion.visible, motion.wide?.visible ?? 0)
  const possible = slides.length > max
  const { viewport, ready, started, playing, index, toggle, goTo, onFocus } = useCarousel(motion, possible)
  return (
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      data-started={started || undefined}
      onFocus={onFocus}
      className="group/carousel"
    >
      <div
        ref={viewport}
        // A scrollable row must be focusable; an auto-playing carousel has nothing to do there, but keeps a
        // focus that it has.
        tabIndex={started ? -1 : 0}
        role={started ? undefined : 'region'}
        aria-label={started ? undefined : `${label}, scrolls sideways`}
        className="swiper relative overflow-x-auto group-data-started/carousel:overflow-hidden"
      >
        <div
          aria-live={started && !playing ? 'polite' : 'off'}
          className={classNames(
            'swiper-wrapper flex transition-transform',
            motion.intervalMs <= motion.moveMs && 'ease-linear',
          )}
        >
          {slides.map((slide, at) => (
            <div
              key={slide.key}
              role="group"
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${slides.length}`}
              className={classNames('swiper-slide h-auto shrink-0', slideClassName)}
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      {possible && (
        <div className="mt-4 flex h-11 items-center gap-3">
          {ready && <PlayButton label={label} playing={playing} onClick={toggle} />}
          {ready && dots && <Dots noun={dots} slides={slides} index={index} goTo={goTo} />}
        </div>
      )}
    </div>
  )
}

function PlayButton({ label, playing, onClick }: { label: string; playing: boolean; onClick: () => void }) {
  const name = `${playing ? 'Pause' : 'Play'} ${label}`
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={onClick}
      className="flex size-11 shrink-0 items-center justify-center rounded-full border border-line-strong bg-raised text-ink hover:border-ink"
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5" fill="currentColor">
        <path
          d={playing ? 'M5 3.500h3.500v13H5ZM11.500 3.500H15v13h-3.500Z' : 'M6 3.200v13.600L16.500 10Z'}
        />
      </svg>
    </button>
  )
}

function Dots({
  noun,
  slides,
  index,
  goTo,
}: {
  noun: string
  slides: readonly CarouselSlide[]
  index: number
  goTo: (index: number) => void
}) {
  return (
    <div role="group" aria-label={`Choose a ${noun.toLowerCase()}`} className="flex min-w-0 grow">
      {slides.map((slide, at) => (
        <button
          key={slide.key}
          type="button"
          aria-label={`${noun} ${at + 1} of ${slides.length}`}
          aria-current={at === index ? 'true' : undefined}
          onClick={() => goTo(at)}
          className="group/dot flex h-11 max-w-11 min-w-[24px] flex-1 items-center justify-center"
        >
          <span className="h-1.5 w-5 max-w-full rounded-full bg-line-strong group-hover/dot:bg-ink group-aria-[current=true]/dot:bg-signal" />
        </button>
      ))}
    </div>
  )
}

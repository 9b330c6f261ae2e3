import { classNames } from '../../ui/class-names.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { type BrandMark, brandMarks } from './brand-marks.ts'
import { homeContent } from './home-content.ts'
import { Section } from './section.tsx'

// Specification section 9: infinite, 4 slides visible, autoplay, speed 3000 ms, no pause on hover.
const motion = { visible: 4, gap: 12, speed: 3000, every: 3000, pauseOnHover: false }
const slides = brandMarks.map((mark) => ({ key: mark.name, content: <Tile mark={mark} /> }))

/** 'Brands We Trust'. */
export function Brands() {
  const { heading, text } = homeContent.brands
  return (
    <Section id="brands" heading={heading} text={text} tone="surface">
      <Carousel
        label="Brands"
        slides={slides}
        slideClassName="mr-3 w-[calc((100%-36px)/4)]"
        motion={motion}
      />
    </Section>
  )
}

function Tile({ mark: { name, mark } }: { mark: BrandMark }) {
  return (
    <div className="flex items-center justify-center rounded-lg border border-line bg-raised px-2 py-6 text-ink-soft sm:px-7 sm:py-9">
      <span role="img" aria-label={name} className={classNames('brand-mark w-full max-w-44', mark)} />
    </div>
  )
}

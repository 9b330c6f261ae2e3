import { Carousel } from '../../ui/carousel.tsx'
import { brandMarks } from './brand-marks.tsx'
import { homeContent } from './home-content.ts'
import { Section } from './section.tsx'

// Specification section 9: infinite, 4 slides visible, autoplay, speed 3000 ms, no pause on hover.
const motion = { visible: 4, gap: 12, speed: 3000, every: 3000, pauseOnHover: false }
const slides = brandMarks.map(({ name, Mark }) => ({ key: name, content: <Tile>{<Mark />}</Tile> }))

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

function Tile({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex items-center justify-center rounded-lg border border-line bg-raised px-2 py-6 text-ink-soft sm:px-7 sm:py-9 [&>svg]:w-full [&>svg]:max-w-44">
      {children}
    </div>
  )
}

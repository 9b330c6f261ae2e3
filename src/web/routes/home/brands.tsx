import type { ShownBrands } from '#domain/content/store-content.ts'
import * as paths from '#paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Section } from './section.tsx'

const motion = { visible: 4, gap: 12, moveMs: 3000, intervalMs: 3000, pauseOnHover: false }

/** The carousel of the brands that the owner configured, with a link to all brands. */
export function Brands({ brands: { text, colors, list } }: { brands: ShownBrands }) {
  return (
    <Section
      id="brands"
      heading="Brands We Trust"
      text={text}
      tone="surface"
      aside={<LinkButton to={paths.listings.brand}>All brands</LinkButton>}
    >
      <Carousel
        label="Brands"
        slides={list.map((brand, at) => ({
          key: `${at} ${brand.name}`,
          content: <Tile brand={brand} ownColors={colors === 'own'} />,
        }))}
        slideClassName="mr-3 w-[calc((100%-36px)/4)]"
        motion={motion}
      />
    </Section>
  )
}

/** A logo, or the name as text. Logos in their own colors get the white background that most are made for. */
function Tile({
  brand: { name, logo },
  ownColors,
}: {
  brand: ShownBrands['list'][number]
  ownColors: boolean
}) {
  return (
    <div
      className={classNames(
        'flex h-full min-h-20 items-center justify-center rounded-lg border border-line px-2 py-6 text-ink-soft sm:px-7 sm:py-9',
        logo && ownColors ? 'bg-[#fff]' : 'bg-raised',
      )}
    >
      {logo ? (
        <img
          src={logo}
          alt={name}
          width={160}
          height={48}
          loading="lazy"
          decoding="async"
          className={classNames(
            'aspect-[160/48] h-auto w-full max-w-44 object-contain',
            !ownColors && 'in-one-color',
          )}
        />
      ) : (
        <span className="text-center font-display text-base leading-tight font-semibold wrap-anywhere sm:text-2xl">
          {name}
        </span>
      )}
    </div>
  )
}

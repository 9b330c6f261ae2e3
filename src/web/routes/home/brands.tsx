import { Link } from 'react-router'
import type { ShownBrand, ShownBrands } from '#domain/content/store-content.ts'
import * as paths from '#paths.ts'
import { BrandMark } from '../../components/listing/brand-mark.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Section } from './section.tsx'

const motion = { visible: 4, gap: 12, moveMs: 3000, intervalMs: 3000, pauseOnHover: false }

/** `slug`: of the page of its parts, if it has any. */
type HomeBrand = ShownBrand & { slug: string | undefined }

/** The carousel of the brands that the owner configured, with a link to all brands. */
export function Brands({
  brands: { text, colors, list },
}: {
  brands: Omit<ShownBrands, 'list'> & { list: readonly HomeBrand[] }
}) {
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
          content: <Tile brand={brand} hasOwnColors={colors === 'own'} />,
        }))}
        slideClassName="mr-3 w-[calc((100%-36px)/4)]"
        motion={motion}
      />
    </Section>
  )
}

/** The brand, as a link to its parts if it has any. */
function Tile({ brand, hasOwnColors }: { brand: HomeBrand; hasOwnColors: boolean }) {
  const look = classNames(
    'flex h-full min-h-20 items-center justify-center rounded-lg border border-line px-2 py-6 text-ink-soft sm:px-7 sm:py-9',
    brand.logo && hasOwnColors ? 'bg-[#fff]' : 'bg-raised',
  )
  const mark = <BrandMark brand={brand} hasOwnColors={hasOwnColors} />
  if (brand.slug === undefined) return <div className={look}>{mark}</div>
  return (
    <Link
      to={paths.listing('brand', brand.slug)}
      // Within the viewport of the carousel, which cuts off what is outside.
      className={classNames(look, 'no-underline -outline-offset-4 hover:border-ink')}
    >
      {mark}
    </Link>
  )
}

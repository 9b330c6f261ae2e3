import { Link } from 'react-router'
import type { Listing } from '#domain/products/find-listing.server.ts'
import { type ListingKind } from '#domain/products/listing-slug.ts'
import * as paths from '#paths.ts'
import { Thumbnail } from '../../layout/picture.tsx'
import { classNames } from '../../ui/class-names.ts'
import { countParts } from '../product-card/count-parts.ts'
import { BrandMark } from './brand-mark.tsx'

/**
 * Categories or brands as links to their pages, each with the number of its parts: categories with the
 * picture of one of them, brands with their mark. `hasOwnColors`: so have the logos.
 */
export function ListingTiles({
  kind,
  listings,
  hasOwnColors = true,
}: {
  kind: ListingKind
  listings: readonly (Listing & { logo?: string | undefined })[]
  hasOwnColors?: boolean
}) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-5">
      {listings.map(({ name, slug, count, picture, logo }) => (
        <li key={name}>
          <Link
            to={paths.listing(kind, slug)}
            className="flex h-full flex-col overflow-hidden rounded-lg border border-line bg-raised no-underline shadow-low hover:border-ink"
          >
            {kind === 'category' ? (
              <Thumbnail url={picture} />
            ) : (
              <span
                className={classNames(
                  'flex h-24 items-center justify-center border-b border-line px-4 text-ink-soft',
                  logo && hasOwnColors && 'bg-[#fff]',
                )}
              >
                <BrandMark brand={{ name, logo }} hasOwnColors={hasOwnColors} isNamed />
              </span>
            )}
            <span className="flex grow flex-col px-3 py-2 lg:flex-row lg:items-baseline lg:justify-between lg:gap-x-2">
              <span className="min-w-0 font-display text-lg leading-tight font-semibold">{name}</span>
              <span className="text-sm text-ink-soft tabular-nums">{countParts(count)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

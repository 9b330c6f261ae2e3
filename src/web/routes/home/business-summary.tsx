import type { StoreContent } from '#domain/content/store-content.ts'
import { sitePicture, sitePictureSet } from './site-pictures.ts'

const WIDTHS = [480, 800, 1200, 1600]
const SIZES = '(max-width: 1023px) 92vw, 38rem'

type Business = NonNullable<StoreContent['home']['business']>

/** The company in text and numbers, next to a photo of the workshop. */
export function BusinessSummary({ business: { heading, paragraphs, facts } }: { business: Business }) {
  return (
    <section aria-labelledby="business" className="py-10 sm:py-14">
      <div className="page-column grid grid-cols-[minmax(0,1fr)] items-center gap-10 lg:grid-cols-2 lg:gap-16">
        <div className="relative crop-marks p-3">
          <picture>
            <source type="image/avif" srcSet={sitePictureSet('workshop', WIDTHS)} sizes={SIZES} />
            <img
              src={sitePicture('workshop', 800, 'webp')}
              alt="Steel shelves with boxed parts, oil filters, an alternator, brake rotors, batteries, a clutch and a wheel."
              width={1600}
              height={1000}
              loading="lazy"
              decoding="async"
              className="h-auto w-full rounded-md bg-[#8d8d8d]"
            />
          </picture>
        </div>
        <div>
          <h2 id="business" className="text-4xl sm:text-5xl">
            {heading}
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-4 max-w-prose">
              {paragraph}
            </p>
          ))}
        </div>
        {facts.length > 0 && (
          <dl className="grid border-t border-line-strong sm:auto-cols-fr sm:grid-flow-col sm:gap-x-6 lg:col-span-2">
            {facts.map(({ figure, label }) => (
              <div
                key={label}
                className="flex items-baseline gap-4 border-line max-xs:flex-col max-xs:gap-1 py-3 max-sm:border-b sm:flex-col sm:gap-1 sm:py-5"
              >
                <dt className="order-last text-ink-soft sm:text-sm lg:text-base">{label}</dt>
                <dd className="font-display text-3xl font-semibold whitespace-nowrap tabular-nums max-sm:min-w-24 max-sm:shrink-0 lg:text-4xl">
                  {figure}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}

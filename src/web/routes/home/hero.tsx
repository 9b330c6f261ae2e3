import type { returnFact } from '#domain/content/return-promise.ts'
import type { SerializedChoices } from '../../components/vehicle-finder/serialized-choices.ts'
import { VehicleFinder } from '../../components/vehicle-finder/vehicle-finder.tsx'
import { useStore } from '../../layout/use-settings.ts'
import { sitePicture, sitePictureSet } from './site-pictures.ts'

const WIDE_WIDTHS = [640, 960, 1280, 1920, 2400]
const TALL_WIDTHS = [360, 540, 750, 900]
const NARROW_MEDIA = '(max-width: 699px)'

/** The banner with the vehicle finder. */
export function Hero({
  promise,
  text = 'Tell us what you drive and we will show you only what fits.',
  returns,
  phone,
  vehicles,
}: {
  promise: string | undefined
  text: string | undefined
  returns: ReturnType<typeof returnFact>
  /** The first number of the store. */
  phone: { number: string; href: string } | undefined
  vehicles: SerializedChoices
}) {
  const { name } = useStore()
  return (
    <section aria-labelledby="welcome" className="graphite bg-[#0c0c0d]!">
      <div className="relative isolate overflow-hidden">
        <div className="page-column relative z-10 pt-8 min-[700px]:pt-[clamp(2rem,3vw,4rem)] min-[700px]:pb-40 lg:pb-32">
          <div className="min-[700px]:max-w-[min(25rem,41%)] lg:max-w-[30rem]">
            {promise && <p className="eyebrow">{promise}</p>}
            <h1 id="welcome" className="mt-3 text-[clamp(2.75rem,5vw,4.5rem)] leading-[0.95]">
              Welcome To {name}
            </h1>
            <p className="mt-4 text-pretty text-ink-soft lg:text-lg">{text}</p>
            {(returns || phone) && (
              <p className="mt-1 flex min-h-11 flex-wrap items-center gap-x-5 text-sm font-semibold">
                {returns && <span>{returns.figure} to return a part</span>}
                {phone && (
                  <a
                    href={phone.href}
                    className="inline-flex min-h-11 items-center underline underline-offset-4"
                  >
                    {phone.number}
                  </a>
                )}
              </p>
            )}
          </div>
        </div>
        <HeroPicture />
      </div>
      <div className="page-column relative z-10 -mt-10 pb-8 min-[700px]:-mt-28 lg:-mt-24 lg:pb-12">
        <div className="relative rounded-lg border border-line bg-raised p-4 pt-5 shadow-high sm:p-6">
          <h2 id="finder" className="mb-3 flex items-center gap-4 text-2xl sm:text-3xl">
            Select Your Vehicle
            <span aria-hidden="true" className="dimension-line grow" />
          </h2>
          <VehicleFinder choices={vehicles} />
        </div>
      </div>
    </section>
  )
}

/** Below the text on a phone, behind it elsewhere. Browsers without AVIF get one size. */
function HeroPicture() {
  return (
    <picture className="block max-[699px]:mt-1 min-[700px]:absolute min-[700px]:inset-0 min-[700px]:-z-10">
      <source media={NARROW_MEDIA} type="image/avif" srcSet={sitePictureSet('hero-mobile', TALL_WIDTHS)} />
      <source media={NARROW_MEDIA} srcSet={sitePicture('hero-mobile', 750, 'webp')} />
      <source type="image/avif" srcSet={sitePictureSet('hero', WIDE_WIDTHS)} />
      <img
        src={sitePicture('hero', 1280, 'webp')}
        alt=""
        width={1280}
        height={640}
        fetchPriority="high"
        className="banner-picture"
      />
    </picture>
  )
}

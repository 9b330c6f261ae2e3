import { listVehicleChoices } from '#domain/vehicles/list-vehicle-choices.server.ts'
import { serializeChoices } from '../../components/vehicle-finder/serialized-choices.ts'
import { VehicleFinder } from '../../components/vehicle-finder/vehicle-finder.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Page } from '../../layout/page.tsx'
import { publicMeta } from '../../layout/public-meta.ts'
import { cacheTagsContext, shopFrom } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { useSession } from '../../session/session.ts'
import { Card } from '../../ui/card.tsx'
import type { Route } from './+types/my-garage'
import { AccountCars } from './account-cars.tsx'
import { BrowserCar } from './browser-car.tsx'

export const handle = { hydrate: 'after-paint' } satisfies RouteHandle

export const meta: Route.MetaFunction = (args) =>
  publicMeta(args, {
    title: 'My Garage',
    description: 'Save your vehicles, and we’ll check the fit for you.',
  })

export async function loader({ context }: Route.LoaderArgs) {
  const choices = serializeChoices(await listVehicleChoices(shopFrom(context), {}))
  context.set(cacheTagsContext, ['products'])
  return { choices }
}

/** The cars of this browser or, for signed-in users, of the account; and the finder for another one. */
export default function MyGarage({ loaderData: { choices } }: Route.ComponentProps) {
  const { status } = useSession()
  return (
    <Page>
      <PageHeading title="My Garage" lead="Save your vehicles, and we’ll check the fit for you." />
      <section aria-labelledby="cars" className="mb-10">
        <h2 id="cars" tabIndex={-1} className="mb-3 text-2xl focus:outline-none">
          Your cars
        </h2>
        {/* As high as one car, which only the browser knows. */}
        <div className="flex min-h-56 flex-col sm:min-h-34">
          {status === 'signed-in' && <AccountCars />}
          {status === 'signed-out' && <BrowserCar />}
          {status === 'loading' && (
            <noscript>
              <p>Without JavaScript no car is remembered. Find its parts below.</p>
            </noscript>
          )}
        </div>
      </section>
      <section aria-labelledby="add">
        <h2 id="add" className="text-2xl">
          Add a car
        </h2>
        <p className="mt-1 mb-3 text-ink-soft">Search for its parts once, and we’ll save it.</p>
        <Card>
          <VehicleFinder choices={choices} fills={false} />
        </Card>
      </section>
    </Page>
  )
}

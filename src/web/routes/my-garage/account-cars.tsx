import { useEffect, useEffectEvent, useState } from 'react'
import type { GarageVehicle } from '#domain/garage/garage.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { clearVehicle, saveVehicle, useMyVehicle } from '../../session/my-vehicle.ts'
import { Button } from '../../ui/button.tsx'
import { RetryAlert } from '../../ui/retry-alert.tsx'
import { CarRow, focusCars, NoCar } from './car-row.tsx'

const loadCalls = () => import('../../components/garage/garage-calls.ts')
type Calls = Awaited<ReturnType<typeof loadCalls>>

/**
 * The cars of a signed-in user's account. The chosen car is the one that this browser remembers; the account
 * follows it.
 */
export function AccountCars() {
  const mine = useMyVehicle()
  const [cars, setCars] = useState<readonly GarageVehicle[] | null>(null)
  const [problem, setProblem] = useState('')
  const load = useEffectEvent(async () => {
    try {
      const { listCars } = await loadCalls()
      setCars(await listCars())
      setProblem('')
    } catch (error) {
      setProblem(problemText(error))
    }
  })
  useEffect(() => {
    const timer = setTimeout(load)
    return () => clearTimeout(timer)
  }, [])

  /** Makes a change and reloads the cars. `key`: of the pressed button. */
  const { pending, send } = useMutation(
    async ({ run }: { key: string; text: string; run: (calls: Calls) => Promise<void> | void }) => {
      const calls = await loadCalls()
      await run(calls)
      setCars(await calls.listCars())
    },
    { about: 'garage', done: (_, { text }) => text, failed: problemText, next: focusCars },
  )
  const busy = pending?.key
  const change = (key: string, text: string, run: (calls: Calls) => Promise<void> | void) =>
    send({ key, text, run })
  const isMine = (car: GarageVehicle) =>
    car.make === mine?.vehicle.make && car.model === mine.vehicle.model && car.year === mine.vehicle.year
  const choose = (car: GarageVehicle) =>
    change(car._id, `You’re shopping for the ${car.name}`, async ({ asMyVehicle, keepInGarage }) => {
      const chosen = asMyVehicle(car)
      await keepInGarage(chosen.vehicle)
      saveVehicle(chosen)
    })
  const clear = (car: GarageVehicle) =>
    change(car._id, 'You’re shopping for all vehicles', async ({ deselectCar }) => {
      await deselectCar(car._id)
      clearVehicle()
    })
  const remove = (car: GarageVehicle) =>
    change(`${car._id} remove`, `${car.name} is removed`, async ({ removeCar }) => {
      await removeCar(car._id)
      if (isMine(car)) clearVehicle()
    })

  if (problem !== '')
    return (
      <RetryAlert title="Your cars could not be loaded" onRetry={() => void load().then(focusCars)}>
        {problem}
      </RetryAlert>
    )
  if (cars === null) return <p className="text-ink-soft">Loading your cars…</p>
  const other = mine && !cars.some(isMine) ? mine : null
  if (cars.length === 0 && !other) return <NoCar />
  return (
    <ul className="flex flex-col gap-3">
      {other && (
        <CarRow vehicle={other.vehicle} name={other.name} chosen note="In this browser only">
          <Button
            size="sm"
            busy={busy === 'keep'}
            onClick={() =>
              void change('keep', `${other.name} is saved`, ({ keepInGarage }) => keepInGarage(other.vehicle))
            }
          >
            Keep in my account
          </Button>
          <Button
            size="sm"
            aria-label={`Remove the ${other.name}`}
            onClick={() => {
              clearVehicle()
              focusCars()
            }}
          >
            Remove
          </Button>
        </CarRow>
      )}
      {cars.map((car) => (
        <CarRow key={car._id} vehicle={car} name={car.name} chosen={isMine(car)}>
          <Button
            size="sm"
            busy={busy === car._id}
            onClick={() => void (isMine(car) ? clear(car) : choose(car))}
            aria-label={isMine(car) ? `Clear the choice of the ${car.name}` : `Shop for this: ${car.name}`}
          >
            {isMine(car) ? 'Clear' : 'Shop for this'}
          </Button>
          <Button
            size="sm"
            busy={busy === `${car._id} remove`}
            onClick={() => void remove(car)}
            aria-label={`Remove the ${car.name}`}
          >
            Remove
          </Button>
        </CarRow>
      ))}
    </ul>
  )
}

import type { ReactNode } from 'react'
import type { CallResponse } from '#contract/call.ts'
import type { showOverview } from '#contract/orders.ts'
import * as paths from '#paths.ts'
import { useSettings, useStore } from '../../../layout/use-settings.ts'
import { TextLink } from '../../../ui/button.tsx'

/** What a new store still needs, until its first order is paid; each step is ticked by the facts. */
export function FirstSteps({ store }: { store: CallResponse<typeof showOverview> }) {
  const { letterhead } = useStore()
  const { stripe, demo } = useSettings()
  const steps: readonly { name: string; done: boolean; how: ReactNode }[] = [
    {
      name: 'Add your first part',
      done: store.toDo.hasProducts,
      how: (
        <>
          <TextLink to={paths.addProduct()}>Add a part</TextLink> or{' '}
          <TextLink to={paths.imports}>import a file</TextLink>
        </>
      ),
    },
    {
      name: 'Set your company and address',
      done: letterhead !== '',
      how: <TextLink to={paths.settings()}>Enter them in Settings</TextLink>,
    },
    {
      name: 'Set delivery prices',
      done: store.toDo.hasDelivery,
      how: (
        <>
          Until then every order ships free: <TextLink to={paths.delivery}>enter prices</TextLink>
        </>
      ),
    },
    {
      name: 'Set tax',
      done: store.toDo.hasTax,
      how: (
        <>
          Until then none is collected: <TextLink to={paths.tax}>enter your tax regions</TextLink>
        </>
      ),
    },
    {
      name: 'Connect card payments',
      done: stripe || demo,
      how: 'With Stripe’s keys in the settings of the server',
    },
    {
      name: 'Invite your staff',
      done: store.users.admins > 1,
      how: <TextLink to={paths.makeAdmin}>Invite an admin</TextLink>,
    },
  ]
  const isOpen = store.orders.toShip + store.orders.shipped + store.orders.refunded > 0
  if (isOpen || steps.every(({ done }) => done)) return null
  return (
    <section aria-labelledby="first-steps" className="mb-8">
      <h2 id="first-steps" className="mb-3 text-3xl">
        Open your store
      </h2>
      <ol className="divide-y divide-line rounded-lg border border-line bg-raised">
        {steps.map(({ name, done, how }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <span className={done ? 'text-ink-soft' : 'font-semibold'}>
              <span aria-hidden="true">{done ? '✓ ' : '○ '}</span>
              <span className="sr-only">{done ? 'Done: ' : 'To do: '}</span>
              {name}
            </span>
            {!done && <span className="text-sm">{how}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import * as paths from '#paths.ts'
import { FirstSteps } from './first-steps.tsx'

/** The steps as a new store's admin reads them. */
function stepsOf(toDo: Record<string, boolean>, letterhead = '') {
  const store = { toDo, users: { admins: 1 }, orders: { toShip: 0, shipped: 0, refunded: 0 } }
  const Screen = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: () => <FirstSteps store={store as unknown as ComponentProps<typeof FirstSteps>['store']} />,
    },
  ])
  const root = { store: { name: 'Corner Garage', letterhead, footer: [], hasPortfolio: false } }
  const html = renderToStaticMarkup(<Screen hydrationData={{ loaderData: { root } }} />)
  return html.split('<li').slice(1)
}

test('A new store is sent to the screens of its address, delivery and tax, until each is set', () => {
  const links = (steps: string[]) => steps.flatMap((step) => /href="([^"]*)"/.exec(step)?.[1] ?? [])
  const open = stepsOf({ hasProducts: false, hasDelivery: false, hasTax: false })
  expect(links(open)).toEqual([
    paths.addProduct(),
    paths.settings(),
    paths.delivery,
    paths.tax,
    paths.makeAdmin,
  ])
  const done = stepsOf({ hasProducts: true, hasDelivery: true, hasTax: true }, 'Corner Garage, 1 Main Street')
  expect(links(done)).toEqual([paths.makeAdmin])
  expect(done.filter((step) => step.includes('Done: '))).toHaveLength(4)
})

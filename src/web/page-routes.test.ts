import type { ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import { readPageRoutes } from './page-routes.ts'

type Route = { path?: string; index?: true; parentId?: string; handle?: object; action?: true }

function buildOf(routes: Record<string, Route>): ServerBuild {
  const manifest = Object.entries(routes).map(([id, { handle, action, ...route }]) => [
    id,
    { id, ...route, module: { handle, ...(action ? { action: () => null } : {}) } },
  ])
  return { routes: Object.fromEntries(manifest) } as unknown as ServerBuild
}

const routes = readPageRoutes(
  buildOf({
    root: { path: '' },
    guard: { parentId: 'root' },
    home: { parentId: 'guard', index: true, handle: { sitemap: true } },
    parts: { parentId: 'guard', path: 'parts', handle: { sitemap: true }, action: true },
    part: { parentId: 'guard', path: 'parts/:slug' },
    vehicle: { parentId: 'guard', path: 'cars/:make/:year/:category?' },
    dashboard: { parentId: 'guard', path: 'dashboard', handle: { access: 'signed-in' } },
    overview: { parentId: 'dashboard', index: true },
    order: { parentId: 'dashboard', path: 'orders/:id' },
    none: { parentId: 'guard', path: '*' },
    sitemap: { parentId: 'root', path: 'sitemaps/:name.xml' },
  }),
)

describe('the page at a path', () => {
  test.each([
    ['/', '/'],
    ['/parts', '/parts'],
    ['/parts/', '/parts'],
    ['/parts.data', '/parts'],
    ['/PARTS/Oil-Filter', '/parts/:slug'],
    ['/parts/a.data', '/parts/:slug'],
    ['/p%61rts/a', '/parts/:slug'],
    ['/parts/a/b', '*'],
    ['/parts2', '*'],
    ['/part', '*'],
    ['//parts', '*'],
    ['/cars/honda/2012', '/cars/:make/:year/:category?'],
    ['/cars/honda/2012/filters', '/cars/:make/:year/:category?'],
    ['/cars', '*'],
    ['/dashboard', '/dashboard'],
    ['/dashboard/orders/7', '/dashboard/orders/:id'],
    ['/dashboard/other', '*'],
    ['/sitemaps/parts-1.xml', '/sitemaps/:name.xml'],
    ['/*', '*'],
    ['/__proto__', '*'],
  ])('%s', (pathname, pattern) => {
    expect(routes.at(pathname).pattern).toBe(pattern)
    expect(routes.at(pathname).pattern).toBe(pattern)
  })

  test('has the flags of its route: private, and with a form', () => {
    expect(routes.at('/Dashboard/orders/7')).toMatchObject({ isPrivate: true, hasForm: false })
    expect(routes.at('/p%61rts')).toMatchObject({ isPrivate: false, hasForm: true })
    expect(routes.at('/parts/a')).toMatchObject({ isPrivate: false, hasForm: false })
  })
})

test('search engines get the pages that the handles list', () => {
  expect(routes.sitemap).toEqual(['/', '/parts'])
  expect(routes.disallowed).toEqual(['/dashboard'])
})

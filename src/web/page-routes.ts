import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { RouteHandle } from './route-handle.ts'

/** What the routes of the pages say about their addresses. */
export type PageRoutes = {
  /** In every spelling: the router ignores case and decodes percent-encoding. The data of a page is at its address with `.data`. */
  at(pathname: string): PageAddress
  /** Paths that search engines are given, and paths that they are asked to leave alone. */
  sitemap: readonly string[]
  disallowed: readonly string[]
}

/** What is at an address. */
type PageAddress = {
  /** No browser may store the page. */
  isPrivate: boolean
  /** Browsers post a form to the page. */
  hasForm: boolean
  /** The pattern of the page, such as `/parts/:slug`; `*` for none. */
  pattern: string
}

/** Each request asks for its address several times. */
const RECENT_ADDRESSES = 100

type Route = {
  id: string
  path: string | undefined
  index: boolean | undefined
  handle: RouteHandle
  hasAction: boolean
  children: Route[]
}

/** Reads the handles of all routes; called by the server. */
export function readPageRoutes(build: ServerBuild): PageRoutes {
  const tree = childrenOf(build, undefined)
  const paths = pathsBelow(tree, '')
  const recent = new LRUCache<string, PageAddress>({ max: RECENT_ADDRESSES })
  const starts = new Set(paths.map(({ path }) => firstSegment(path)))
  const byStart = new Map([...starts].map((start) => [start, routesFrom(tree, start)]))
  return {
    at(pathname) {
      const known = recent.get(pathname)
      if (known) return known
      const address = addressAt(byStart.get(firstSegment(pathname)) ?? tree, pathname)
      recent.set(pathname, address)
      return address
    },
    sitemap: paths.filter(({ handle }) => handle.sitemap).map(({ path }) => path),
    disallowed: paths
      .filter(({ handle, path }) => handle.access && !path.includes(':'))
      .map(({ path }) => path),
  }
}

/** In lower case: the router ignores case. */
function firstSegment(path: string): string {
  return (path.split('/', 2)[1] ?? '').replace(/\.data$/, '').toLowerCase()
}

/**
 * The routes that an address beginning with this segment can have: the router compiles the patterns of all that it is given, each time.
 * Pages have no pattern that begins with a parameter.
 */
function routesFrom(routes: readonly Route[], start: string): Route[] {
  return routes.flatMap((route) => {
    if (!route.path) return { ...route, children: routesFrom(route.children, start) }
    return route.path === '*' || firstSegment(`/${route.path}`) === start ? route : []
  })
}

function addressAt(tree: Route[], pathname: string): PageAddress {
  const matches = matchRoutes(tree as RouteObject[], pathname.replace(/\.data$/, '')) ?? []
  const routes = matches.map(({ route }) => route as Route)
  const parts = routes.flatMap(({ path }) => path || [])
  return {
    isPrivate: routes.some(({ handle }) => handle.access !== undefined),
    hasForm: routes.at(-1)?.hasAction ?? false,
    pattern: parts.length === 1 && parts[0] === '*' ? '*' : `/${parts.join('/')}`,
  }
}

function childrenOf(build: ServerBuild, parentId: string | undefined): Route[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    const handle = (route.module.handle ?? {}) as RouteHandle
    const hasAction = route.module.action !== undefined
    return { id, path, index, handle, hasAction, children: childrenOf(build, id) }
  })
}

function pathsBelow(routes: readonly Route[], parent: string): { path: string; handle: RouteHandle }[] {
  return routes.flatMap((route) => {
    const path = route.path ? `${parent}/${route.path}` : parent
    return [{ path: path || '/', handle: route.handle }, ...pathsBelow(route.children, path)]
  })
}

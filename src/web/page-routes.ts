import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { RouteHandle } from './route-handle.ts'

/** What the page routes declare about their paths. */
export type PageRoutes = {
  /**
   * Finds a path in every spelling: the router ignores case and decodes percent-encoding. A page's data is at
   * its path with `.data`.
   */
  at(pathname: string): PageAddress
  /** Paths listed for search engines, and paths disallowed to them. */
  sitemap: readonly string[]
  disallowed: readonly string[]
}

/** The page at a path. */
type PageAddress = {
  /** Browsers must not store the page. */
  isPrivate: boolean
  /** The page accepts a posted form. */
  hasForm: boolean
  /** The pattern of the page, such as `/parts/:slug`; `*` without a page. */
  pattern: string
  /** The query parameters that the page reads; undefined when it may read any. */
  query: readonly string[] | undefined
}

/** Each request looks up its path several times. */
const RECENT_PATHS = 100

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
  const recent = new LRUCache<string, PageAddress>({ max: RECENT_PATHS })
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

/** The first segment in lower case: the router ignores case. */
function firstSegment(path: string): string {
  return (path.split('/', 2)[1] ?? '').replace(/\.data$/, '').toLowerCase()
}

/**
 * The routes that a path beginning with this segment can match: the router compiles all patterns it receives,
 * each time. No page's pattern begins with a parameter.
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
    query: routes.at(-1)?.handle.query,
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

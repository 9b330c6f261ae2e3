import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { RouteHandle } from './route-handle.ts'

/** What the routes of the pages say about their addresses. */
export type PageRoutes = {
  /** True for an address whose page no browser may store. In every spelling: the router ignores case and decodes percent-encoding. */
  isPrivate(pathname: string): boolean
  /** True for an address whose page has a form that browsers post to it. */
  hasForm(pathname: string): boolean
  /** The pattern of the page at this address, such as `/parts/:slug`; `*` for none. */
  patternOf(pathname: string): string
  /** Paths that search engines are given, and paths that they are asked to leave alone. */
  sitemap: readonly string[]
  disallowed: readonly string[]
}

type Route = {
  id: string
  path?: string
  index?: boolean
  handle: RouteHandle
  hasAction: boolean
  children: Route[]
}

/** Reads the handles of all routes; called by the server. */
export function readPageRoutes(build: ServerBuild): PageRoutes {
  const tree = childrenOf(build, undefined)
  const paths = pathsBelow(tree, '')
  return {
    isPrivate(pathname) {
      const matches = matchRoutes(tree as RouteObject[], pathname.replace(/\.data$/, '')) ?? []
      return matches.some(({ route }) => (route.handle as RouteHandle).access !== undefined)
    },
    hasForm: (pathname) =>
      (matchRoutes(tree as RouteObject[], pathname)?.at(-1)?.route as Route | undefined)?.hasAction ?? false,
    patternOf(pathname) {
      const matches = matchRoutes(tree as RouteObject[], pathname.replace(/\.data$/, '')) ?? []
      const parts = matches.flatMap(({ route }) => (route.path ? [route.path] : []))
      return parts.length === 1 && parts[0] === '*' ? '*' : `/${parts.join('/')}`
    },
    sitemap: paths.filter(({ handle }) => handle.sitemap).map(({ path }) => path),
    disallowed: paths
      .filter(({ handle, path }) => handle.access && !path.includes(':'))
      .map(({ path }) => path),
  }
}

function childrenOf(build: ServerBuild, parentId: string | undefined): Route[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    const children = childrenOf(build, id)
    const handle = (route.module.handle ?? {}) as RouteHandle
    const hasAction = route.module.action !== undefined
    return {
      id,
      handle,
      hasAction,
      children,
      ...(path === undefined ? {} : { path }),
      ...(index ? { index } : {}),
    }
  })
}

function pathsBelow(routes: readonly Route[], parent: string): { path: string; handle: RouteHandle }[] {
  return routes.flatMap((route) => {
    const path = route.path ? `${parent}/${route.path}` : parent
    return [{ path: path || '/', handle: route.handle }, ...pathsBelow(route.children, path)]
  })
}

/** React Router's lazy route discovery endpoint. */
const DISCOVERY_PATH = '/__manifest'
/**
 * Maximum paths per request: each is matched against all routes. A page has some thirty links that differ by
 * more than an id.
 */
const MAX_PATHS = 100
/** A path that our pages link to; other paths match no undiscovered route. */
const DISCOVERABLE_PATH = /^\/[\w/-]{0,200}$/
const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/**
 * Bounds a route discovery request: paths that differ only by an id are looked up once. Other requests pass
 * unchanged.
 */
export function boundDiscovery(request: Request): Request {
  const url = new URL(request.url)
  const wanted = url.pathname === DISCOVERY_PATH ? url.searchParams.get('paths') : null
  if (wanted === null) return request
  const linked = wanted.split(',').filter((path) => DISCOVERABLE_PATH.test(path))
  const paths = [...new Set(linked.map((path) => path.replaceAll(ID, 'id')))].slice(0, MAX_PATHS)
  url.searchParams.set('paths', paths.join(','))
  return new Request(url, request)
}

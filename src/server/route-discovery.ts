/** Where React Router's client asks which routes the links of a page lead to. */
const DISCOVERY_PATH = '/__manifest'
/** Addresses of one question at most: each is matched against all routes. A page has some thirty links that differ by more than an id. */
const MAX_PATHS = 100
/** An address that a page of ours links to; anything else leads to no route that a page does not know already. */
const LINKED = /^\/[\w/-]{0,200}$/
const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/**
 * Bounds a question of React Router's client for routes: addresses that differ by an id only lead to the same route and are asked once.
 * Other requests stay as they are.
 */
export function boundDiscovery(request: Request): Request {
  const url = new URL(request.url)
  const wanted = url.pathname === DISCOVERY_PATH ? url.searchParams.get('paths') : null
  if (wanted === null) return request
  const linked = wanted.split(',').filter((path) => LINKED.test(path))
  const paths = [...new Set(linked.map((path) => path.replaceAll(ID, 'id')))].slice(0, MAX_PATHS)
  url.searchParams.set('paths', paths.join(','))
  return new Request(url, request)
}

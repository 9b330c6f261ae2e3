import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { applyEdits, deferHydration, editOnly } from './hydration/deferred-hydration.ts'
import { NonceContext } from './layout/nonce.ts'
import { failureContext, nonceContext } from './page-context.ts'
import type { RouteHandle } from './route-handle.ts'

export { createRequestHandler } from 'react-router'
export { readPageRoutes } from './page-routes.ts'
export { isCardPage } from './layout/card-page.ts'
export { cacheTagsOf, createPageContext } from './page-context.ts'

/** React Router's default logs the error with its stack, and with the row that it was about. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // The client disconnected, or the URL was malformed: not an error of the store.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(failureContext)(error)
}

/** The render timeout of a page, in ms. */
const RENDER_LIMIT_MS = 10_000

/**
 * Renders a page whole rather than as a stream: the response cache stores and compresses it once, and a late
 * failure can still become a 500.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = context.get(nonceContext)
  const rendered = await renderWhole(
    <NonceContext value={nonce}>
      <ServerRouter context={page} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  )
  // The development server's scripts are others, and run at once.
  if (import.meta.env.MODE === 'development') return new Response(rendered, { status, headers })
  const { matches, errors } = page.staticHandlerContext
  const when = matches.map(({ route }) => (route.handle as RouteHandle | undefined)?.hydrate).find(Boolean)
  // An error page is not the page that its route describes: it hydrates at once.
  const deferred = when && !errors ? deferHydration(rendered, when, page.manifest.entry.module, nonce) : []
  const adapted = applyEdits(rendered, [closeStreamAtOnce(rendered, nonce), ...deferred])
  return new Response(adapted, { status, headers })
}

const CLOSE_STREAM = 'window.__reactRouterContext.streamController.close();'

/**
 * Moves the end of the page's data into the script of the data: the framework writes a script for it, whose
 * hash each page's policy would have to list.
 * @throws when the page does not have exactly one.
 */
function closeStreamAtOnce(page: Buffer, nonce: string) {
  const ownScript = `</script><!--$--><script nonce="${nonce}">${CLOSE_STREAM}</script>`
  return editOnly(page, ownScript, `${CLOSE_STREAM}</script><!--$-->`)
}

function renderWhole(tree: React.ReactNode, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(tree, {
      nonce,
      onAllReady() {
        clearTimeout(timer)
        const body = new PassThrough()
        buffer(body).then(resolve, reject)
        pipe(body)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError() {
        // Error boundaries render their own page; errors outside of one arrive in onShellError.
      },
    })
    const timer = setTimeout(() => {
      abort()
      reject(new Error(`The page was not rendered within ${RENDER_LIMIT_MS} ms.`))
    }, RENDER_LIMIT_MS)
  })
}

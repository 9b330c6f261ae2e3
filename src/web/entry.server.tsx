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
import { deferHydration, replaceOnly } from './hydration/deferred-hydration.ts'
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
  // As Latin-1 the page takes half the memory; everything that is replaced in it is ASCII.
  // The development server's scripts are others, and run at once.
  if (import.meta.env.MODE === 'development') return new Response(rendered.toString(), { status, headers })
  const html = closeStreamAtOnce(rendered.toString('latin1'), nonce)
  const { matches, errors } = page.staticHandlerContext
  const when = matches.map(({ route }) => (route.handle as RouteHandle | undefined)?.hydrate).find(Boolean)
  // An error page is not the page that its route describes: it hydrates at once.
  const deferred = when && !errors ? deferHydration(html, when, page.manifest.entry.module, nonce) : html
  return new Response(Buffer.from(deferred, 'latin1'), { status, headers })
}

const CLOSE_STREAM = 'window.__reactRouterContext.streamController.close();'

/**
 * Moves the end of the page's data into the script of the data: the framework writes a script for it, whose
 * hash each page's policy would have to list.
 * @throws when the page does not have exactly one.
 */
function closeStreamAtOnce(html: string, nonce: string): string {
  const ownScript = `</script><!--$--><script nonce="${nonce}">${CLOSE_STREAM}</script>`
  return replaceOnly(html, ownScript, `${CLOSE_STREAM}</script><!--$-->`)
}

function renderWhole(tree: React.ReactNode, nonce: string): Promise<Buffer> {
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

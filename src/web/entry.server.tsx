import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router'
import type { Shop } from '#domain/shop.ts'
import { NonceContext } from './layout/nonce.ts'
import { deferHydration, hydrationOf } from './hydration/deferred-hydration.ts'
import {
  failureContext,
  nonceContext,
  type PageSettings,
  settingsContext,
  shopContext,
} from './page-context.ts'

/**
 * The router context of one request. For the server, which imports nothing of the pages but this build's entry.
 * @param onFailure told of every error that a page could not handle.
 * @param nonce a random text that no one can guess: the attribute `nonce` of every inline script of the page, and of nothing else.
 */
export function createPageContext(
  shop: Shop,
  settings: PageSettings,
  onFailure: (error: unknown) => void,
  nonce: string,
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(settingsContext, settings)
  context.set(failureContext, onFailure)
  context.set(nonceContext, nonce)
  return context
}

/** React Router's own would write the error to the terminal as it is: with its stack, and with the row that it was about. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Nobody reads the answer any more, or the address was odd: no fault of ours.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(failureContext)(error)
}

/** How long a page may take to render, in ms. */
const RENDER_LIMIT_MS = 10_000

/**
 * Renders a page to one whole string, for people and robots alike: the server keeps public pages in memory and compresses
 * them once, and a whole string can still become a 500 when something fails half-way.
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
  const html = await renderWhole(
    <NonceContext value={nonce}>
      <ServerRouter context={page} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  )
  const { matches } = page.staticHandlerContext
  const when = matches.map(({ route }) => hydrationOf(route.handle)).find((one) => one !== null)
  return new Response(when ? deferHydration(html, when, nonce) : html, { status, headers })
}

function renderWhole(tree: React.ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(tree, {
      nonce,
      onAllReady() {
        clearTimeout(timer)
        const body = new PassThrough()
        text(body).then(resolve, reject)
        pipe(body)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError() {
        // A boundary shows its own error page; what fails outside of one arrives in onShellError.
      },
    })
    const timer = setTimeout(() => {
      abort()
      reject(new Error(`The page was not rendered within ${RENDER_LIMIT_MS} ms.`))
    }, RENDER_LIMIT_MS)
  })
}

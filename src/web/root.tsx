import './app.css'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { preferOrders } from '#domain/content/prefer-orders.ts'
import { returnSentence } from '#domain/content/return-promise.ts'
import * as paths from '#paths.ts'
import type { Route } from './+types/root'
import { syncCart } from './components/cart/sync-cart.ts'
import { syncGarage } from './components/garage/sync-garage.ts'
import archivo from './fonts/archivo-basic.woff2'
import barlow from './fonts/barlow-condensed-600-basic.woff2'
import { reloadForCardCsp, STRIPE_META } from './layout/card-page.ts'
import { EmailStatus } from './layout/email-status.tsx'
import { Footer } from './layout/footer.tsx'
import { HeadScript } from './layout/head-script.tsx'
import { Navbar } from './layout/navbar.tsx'
import { NavigationProgress } from './layout/navigation-progress.tsx'
import { RouteChangeEffects } from './layout/route-change-effects.ts'
import { ScriptLoadError } from './layout/script-load-error.tsx'
import { type RootData, useSettings } from './layout/use-settings.ts'
import { settingsContext, storeContext } from './page-context.ts'
import { openListForVehicle } from './session/my-vehicle.ts'
import { SIGN_IN_META } from './session/sign-in-settings.ts'
import { LoadingBlock } from './ui/spinner.tsx'
import { Toaster } from './ui/toast.tsx'

// In the browser, before hydration; not in the entry, whose file compresses badly.
if (!import.meta.env.SSR) {
  syncGarage()
  syncCart()
}

// zod probes `eval`, which would trigger a CSP report. This file runs before the first that imports zod.
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export const links: Route.LinksFunction = () => [
  ...[archivo, barlow].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: paths.manifest },
]

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.store.name ?? 'Auto parts' },
]

export function loader({ context }: Route.LoaderArgs): RootData {
  const { demo, signIn, pictures, stripe, timeZone, holdMinutes } = context.get(settingsContext)
  const { appUrl, content } = context.get(storeContext)
  const { name, since, footer, shipping, portfolio, sharePicture } = content
  const { company = [], address, phones } = content.contact
  const letterhead = [company, address].flat().join(', ')
  const returns = returnSentence(content)
  const called = preferOrders(phones)
  const phone = called && { number: called.number, dial: called.dial }
  const facts = { name, since, letterhead, phone, footer, shipping, returns }
  const store = { ...facts, hasPortfolio: portfolio !== null }
  const settings = { demo, signIn, pictures, stripe, timeZone, holdMinutes }
  return { ...settings, origin: appUrl, store, sharePicture }
}

// Only the screen of the settings changes them while a page is open.
export const shouldRevalidate = ({ currentUrl }: { currentUrl: URL }) =>
  currentUrl.pathname.startsWith(paths.settings())

export const clientMiddleware = [reloadForCardCsp, openListForVehicle]

export function Layout({ children }: { children: ReactNode }) {
  const { demo, signIn, stripe } = useSettings()
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#15171a" />
        {signIn.kind !== 'embedded' && <meta name={SIGN_IN_META} content={JSON.stringify(signIn)} />}
        {stripe && <meta name={STRIPE_META} />}
        <HeadScript />
        <Meta />
        <Links />
      </head>
      <body className="flex flex-col">
        <a
          href="#main"
          className="sr-only z-70 rounded-md bg-raised px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
        {demo && (
          <aside aria-label="Demo store" className="bg-signal-wash px-4 py-0.5 text-center text-sm">
            <strong className="font-semibold">Demo store:</strong> nothing is charged or shipped.
          </aside>
        )}
        <Navbar />
        <EmailStatus />
        <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col">
          {children}
        </main>
        <Footer />
        <Toaster />
        <ScriptLoadError />
        <RouteChangeEffects />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  )
}

export function HydrateFallback() {
  return <LoadingBlock label="Loading" />
}

// Shows errors of the root loader; ErrorGuard shows those of the screens.
export { ErrorBoundary } from './routes/error/error-guard.tsx'

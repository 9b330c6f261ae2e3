import { use } from 'react'
import { CART_CHANGED, CART_COUNT_KEY } from '../session/cart-keys.ts'
import { LIST_PATHS, listForVehicle, VEHICLE_CHANGED, VEHICLE_KEY } from '../session/my-vehicle.ts'
import { SESSION_KEYS } from '../session/session-store.ts'
import { NonceContext } from './nonce.ts'
import { SCRIPT_LOAD_ERROR_ID } from './script-load-error.tsx'

/** Names shared with the modules that save these values: keys of localStorage, and an event. */
type StorageKeys = {
  token: string
  user: string
  vehicle: string
  vehicleChanged: string
  cartCount: string
  cartChanged: string
  lists: typeof LIST_PATHS
}

/**
 * Everything a page needs before it is painted, and before React hydrates it. Runs as an inline script in the
 * page: it must be self-contained.
 */
function startDocument(keys: StorageKeys, listFor: typeof listForVehicle): void {
  const html = document.documentElement

  // The saved theme, and whether the visitor is signed in (the cached page is the same for everyone).
  try {
    const saved = localStorage.getItem('theme')
    if (saved === 'light' || saved === 'dark') html.dataset['theme'] = saved
    if (localStorage.getItem(keys.token) && localStorage.getItem(keys.user))
      html.setAttribute('data-signed-in', '')
  } catch {
    // Storage may be denied.
  }

  // A list is for the vehicle that this browser remembers. Cached pages are the same for everyone.
  try {
    const list = listFor(location, localStorage.getItem(keys.vehicle), keys.lists)
    if (list) location.replace(list + location.hash)
  } catch {
    // Storage may be denied.
  }

  // The vehicle that this browser remembers and what is in the cart, in the header.
  const showSaved = () => {
    try {
      const stored = new URLSearchParams(localStorage.getItem(keys.vehicle) ?? '')
      const steps = ['year', 'make', 'model'].map((step) => stored.get(step))
      html.toggleAttribute('data-vehicle', steps.every(Boolean))
      for (const place of document.querySelectorAll('[data-car]')) place.textContent = steps.join(' ')
      // Units in the cart.
      const count = parseInt(localStorage.getItem(keys.cartCount) ?? '')
      for (const place of document.querySelectorAll('[data-cart-count]')) {
        place.toggleAttribute('data-filled', count > 0)
        place.textContent = count > 99 ? '99+' : String(count || '')
      }
    } catch {
      // Storage may be denied.
    }
    // Before each paint until the header is parsed.
    if (document.readyState === 'loading') requestAnimationFrame(showSaved)
  }
  showSaved()
  for (const event of [keys.vehicleChanged, keys.cartChanged, 'storage']) addEventListener(event, showSaved)

  // The theme switch cycles: the system's theme, the opposite theme, the system's current theme pinned, and
  // back to the system's.
  const showTheme = () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-theme-switch]'))
      button.ariaLabel = button.title = `Theme: ${html.dataset['theme'] ?? 'system'}`
  }
  addEventListener('DOMContentLoaded', showTheme)
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-theme-switch]'))) return
    const dark = matchMedia('(prefers-color-scheme: dark)').matches
    const order = [undefined, dark ? 'light' : 'dark', dark ? 'dark' : 'light']
    const theme = order[(order.indexOf(html.dataset['theme']) + 1) % 3]
    if (theme) html.dataset['theme'] = theme
    else delete html.dataset['theme']
    showTheme()
    try {
      if (theme) localStorage.setItem('theme', theme)
      else localStorage.removeItem('theme')
    } catch {
      // Then the choice applies only to this page.
    }
  })

  // A same-site navigation before hydration gets the focus on its heading, as client navigations do.
  addEventListener('DOMContentLoaded', () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (!heading || navigation?.type !== 'navigate' || location.hash || scrollY > 0) return
    // A refused form focuses its first invalid field.
    if (document.querySelector('main [autofocus]')) return
    if (!document.referrer.startsWith(`${location.origin}/`)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}

/**
 * Reports that a script of the page failed to load: without it most pages would show "Loading" forever. Also
 * self-contained.
 */
function reportLostScripts(loadErrorId: string): void {
  // For a dynamically imported module, such as the entry, only the preload reports an error.
  const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
  const isLost = async (target: EventTarget | null) => {
    if (target instanceof HTMLScriptElement) return target.type === 'module'
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'modulepreload') return false
    await parsed
    const bootstrap = document.querySelector('script[type=module]')
    return bootstrap?.textContent.includes(`import("${target.getAttribute('href')}")`)
  }
  const reportLost = async ({ target }: Event) => {
    if (!(await isLost(target))) return
    const message = document.getElementById(loadErrorId)
    const button = message?.querySelector('button')
    if (!message || !button) return
    message.hidden = button.hidden = false
    button.addEventListener('click', () => location.reload())
  }
  addEventListener('error', reportLost, true)
}

// The browser's bundle omits the texts: React leaves the page's script unchanged.
/**
 * The end of the script, which only a page that is not deferred needs: `hydration/load-scripts-later.ts`
 * reports its own files.
 */
export const REPORT_LOST_SCRIPTS = import.meta.env.SSR
  ? `;(${reportLostScripts.toString()})(${JSON.stringify(SCRIPT_LOAD_ERROR_ID)})`
  : ''
const script = import.meta.env.SSR
  ? `(${startDocument.toString()})(${JSON.stringify({
      ...SESSION_KEYS,
      vehicle: VEHICLE_KEY,
      vehicleChanged: VEHICLE_CHANGED,
      cartCount: CART_COUNT_KEY,
      cartChanged: CART_CHANGED,
      lists: LIST_PATHS,
    } satisfies StorageKeys)}, ${listForVehicle.toString()})${REPORT_LOST_SCRIPTS}`
  : ''

/**
 * Inline script in the head: prevents a flash of the wrong theme or of "Log in", switches the theme, focuses
 * the heading, and reports scripts that fail to load.
 */
export function HeadScript() {
  return (
    <script nonce={use(NonceContext)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  )
}

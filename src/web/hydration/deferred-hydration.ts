import { SCRIPT_LOAD_ERROR_ID } from './script-load-error.tsx'
import { captureEarlyEvents } from './early-work.ts'

/**
 * Public pages are complete without a script, and React with the router weighs more than everything else of them. So routes
 * can put them off; see docs/decisions.
 *
 * For pages to read: the scripts come at the first sign of a person (a move, a key, a touch). What moves by itself calls for
 * them when it comes into view, and in the end they come anyway.
 */
export const hydrateOnInteraction = 'on-interaction'
/** For pages with forms: the scripts come as soon as the page has been painted. */
export const hydrateAfterPaint = 'after-paint'

export type Hydration = typeof hydrateOnInteraction | typeof hydrateAfterPaint

/** Anyway after this long, in ms: the carousels and counters go on by themselves. */
const AT_LAST_MS = 6_000

declare global {
  /** Loads what was put off, and lets React take the page over. */
  var startPage: (() => Promise<void>) | undefined
}

/**
 * For the server: a finished page with its framework scripts put off. React Router's bootstrap module becomes a function that
 * imports the same modules (the page's policy lets no script be made from a text).
 * @param nonce marks the page's own inline scripts.
 */
export function deferHydration(html: string, when: Hydration, nonce: string): string {
  const run = (script: (...given: never[]) => void, ...given: unknown[]) =>
    `(${script.toString()})(${given.join()});`
  const early =
    run(captureEarlyEvents) +
    run(startLater, when === hydrateAfterPaint, AT_LAST_MS, JSON.stringify(SCRIPT_LOAD_ERROR_ID))
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(
      new RegExp(`<script nonce="${nonce}" type="module" async="">([\\s\\S]*?)</script>`),
      (_, bootstrap: string) =>
        `<script nonce="${nonce}">startPage=async()=>{${importLater(bootstrap)}}</script>`,
    )
    .replace('</head>', () => `<script nonce="${nonce}">${early}</script></head>`)
}

/** `import * as a from "b"; …` as statements that may stand in a function. */
function importLater(module: string): string {
  const imports = [...module.matchAll(/import \* as (\w+) from ("[^"]+");/g)]
  const names = imports.map(([, name]) => name).join(',')
  const fetched = imports.map(([, , address]) => `import(${address})`).join(',')
  const rest = module
    .replaceAll(/import \* as \w+ from "[^"]+";/g, '')
    // The manifest of all routes, in a file of its own.
    .replaceAll(/import ("[^"]+");/g, 'await import($1);')
  return `const [${names}]=await Promise.all([${fetched}]);${rest}`
}

/** Runs alone in the page: it may use nothing from around it. */
function startLater(afterPaint: boolean, atLastMs: number, missingId: string): void {
  addEventListener('DOMContentLoaded', () => {
    // A click alone comes from helpers such as screen readers and voice control.
    let signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll', 'click']
    const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel=later]')]
    const missing = document.getElementById(missingId)
    const listen = () => {
      for (const sign of signs) addEventListener(sign, start, { passive: true, capture: true })
    }
    const pause = () => new Promise((resolve) => setTimeout(resolve))
    const start = async () => {
      const begin = globalThis.startPage
      if (!begin) return
      globalThis.startPage = undefined
      for (const sign of signs) removeEventListener(sign, start, true)
      watch.disconnect()
      // What was said before is over when somebody tries again, and when it works.
      if (globalThis.earlyWork?.pressed || globalThis.earlyWork?.sent) missing?.setAttribute('hidden', '')
      try {
        // Asked for or run all at once they would keep a slow phone from answering.
        for (const file of files.filter(({ rel }) => rel === 'later')) {
          file.rel = 'modulepreload'
          await pause()
        }
        // The entry takes the page over, so `begin` runs it.
        for (const { href } of files.filter((file) => !file.href.includes('/entry.client-'))) {
          await import(/* @vite-ignore */ href)
          await pause()
        }
        await begin()
        missing?.setAttribute('hidden', '')
      } catch {
        giveBack()
        // Again with whatever is pressed or sent next, or when the line is back.
        globalThis.startPage = begin
        signs = ['click', 'submit', 'online']
        listen()
      }
    }
    /** What waited for the scripts is not going to happen: says so, and lets it be pressed again. */
    const giveBack = () => {
      const work = globalThis.earlyWork
      if (!work?.pressed && !work?.sent) return
      work.sent?.by?.removeAttribute('aria-busy')
      work.pressed = work.sent = undefined
      missing?.removeAttribute('hidden')
    }
    const watch = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) void start()
    })
    if (document.documentElement.dataset['signedIn'] !== undefined) return void start()
    listen()
    const painting = new PerformanceObserver((list) => {
      // The first paint of all may be of a page without contents.
      if (list.getEntriesByName('first-contentful-paint').length > 0) void start()
    })
    if (afterPaint) painting.observe({ type: 'paint', buffered: true })
    else for (const moving of document.querySelectorAll('[data-moves]')) watch.observe(moving)
    addEventListener('load', () => setTimeout(start, atLastMs))
  })
}

/**
 * Public pages are complete without a script. Those whose route exports `handle = { scripts: 'later' }` therefore come without
 * React and the router, and fetch them at the first sign of a person: a move, a key, a touch. What moves by itself calls for
 * them when it comes into view, and in the end they come anyway. See docs/decisions.
 */
export const scriptsLater = { scripts: 'later' } as const

/** Anyway after this long, in ms: the carousels and counters go on by themselves. */
const AT_LAST_MS = 6_000

declare global {
  /** Loads what was put off, and lets React take the page over. */
  var startPage: (() => Promise<void>) | undefined
  /** The button that was pressed before React was there; null once it is. */
  var earlyPress: HTMLElement | null | undefined
}

/**
 * For the server: a finished page with its framework scripts put off. React Router's bootstrap module becomes a function that
 * imports the same modules (the page's policy lets no script be made from a text).
 */
export function putOffScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(
      /<script type="module" async="">([\s\S]*?)<\/script>/,
      (_, bootstrap: string) => `<script>startPage=async()=>{${importLater(bootstrap)}}</script>`,
    )
    .replace('</head>', `<script>(${waitForPerson.toString()})(${AT_LAST_MS})</script></head>`)
}

/** `import * as a from "b"; …` as statements that may stand in a function. */
function importLater(module: string): string {
  const imports = [...module.matchAll(/import \* as (\w+) from ("[^"]+");/g)]
  const names = imports.map(([, name]) => name).join(',')
  const fetched = imports.map(([, , address]) => `import(${address})`).join(',')
  const rest = module.replaceAll(/import \* as \w+ from "[^"]+";/g, '')
  return `const [${names}]=await Promise.all([${fetched}]);${rest}`
}

/** Runs alone in the page: it may use nothing from around it. */
function waitForPerson(atLastMs: number): void {
  addEventListener('DOMContentLoaded', () => {
    // A click alone comes from helpers such as screen readers and voice control.
    const signs = [
      'pointermove',
      'pointerdown',
      'touchstart',
      'keydown',
      'focusin',
      'wheel',
      'scroll',
      'click',
    ]
    const start = () => {
      for (const sign of signs) removeEventListener(sign, start)
      watch.disconnect()
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]'))
        link.rel = 'modulepreload'
      void globalThis.startPage?.()
      globalThis.startPage = undefined
    }
    const watch = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) start()
    })
    for (const moving of document.querySelectorAll('[data-moves]')) watch.observe(moving)
    for (const sign of signs) addEventListener(sign, start, { passive: true })
    const remember = ({ target }: Event) => {
      if (globalThis.earlyPress === null) removeEventListener('click', remember)
      else
        globalThis.earlyPress = (target as Element).closest<HTMLElement>('button[type=button]') ?? undefined
    }
    addEventListener('click', remember)
    if (document.documentElement.dataset['signedIn'] !== undefined) start()
    else addEventListener('load', () => setTimeout(start, atLastMs))
  })
}

/** Does what was pressed before the page could. For an effect that runs once React has taken the page over. */
export function replayEarlyPress(): void {
  const pressed = globalThis.earlyPress
  globalThis.earlyPress = null
  pressed?.click()
}

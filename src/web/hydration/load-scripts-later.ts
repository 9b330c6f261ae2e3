type Options = {
  /** The URL of the module that hydrates. */
  entry: string
  afterPaint: boolean
  /** The latest start after the page has loaded, in ms. */
  latestMs: number
  /** `type` of the inert bootstrap script, and `rel` of the inert preloads. */
  scriptType: string
  preloadRel: string
  loadErrorId: string
}

/**
 * Loads the scripts of a deferred page and makes React hydrate it, at the first of several occasions
 * (README.md). Runs as an inline script in the page: it must be self-contained.
 */
export function loadScriptsLater({
  entry,
  afterPaint,
  latestMs,
  scriptType,
  preloadRel,
  loadErrorId,
}: Options): void {
  let loading = false
  let listening = new AbortController()
  const startOn = (events: string[]) => {
    listening = new AbortController()
    for (const event of events)
      addEventListener(event, start, { passive: true, capture: true, signal: listening.signal })
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve))

  /** Preloads, then runs one file after the other: all at once would keep a slow phone from responding. */
  const load = async (links: HTMLLinkElement[]) => {
    const arrivals: Promise<boolean>[] = []
    for (const link of links) {
      arrivals.push(
        new Promise((resolve) => {
          link.addEventListener('load', () => resolve(true))
          link.addEventListener('error', () => resolve(false))
        }),
      )
      link.rel = 'modulepreload'
      await pause()
    }
    for (const [at, { href }] of links.entries()) {
      if (!(await arrivals[at])) throw new Error(href)
      // The entry hydrates, so the bootstrap script imports it at the end.
      if (!href.endsWith(entry)) await import(/* @vite-ignore */ href)
      await pause()
    }
  }

  const start = async (by?: Event) => {
    const script = document.querySelector<HTMLScriptElement>(`script[type=${scriptType}]`)
    if (!script || loading) return
    loading = true
    listening.abort()
    const message = document.getElementById(loadErrorId)
    const links = [...document.querySelectorAll<HTMLLinkElement>(`link[rel=${preloadRel}]`)]
    try {
      await load(links)
      message?.setAttribute('hidden', '')
      // A script runs when it is inserted with a type that browsers know.
      script.type = 'module'
      const place = document.createComment('')
      script.replaceWith(place)
      place.replaceWith(script)
    } catch {
      for (const link of links) link.rel = preloadRel
      // Links and forms work without them, and so does the theme switch.
      const pressed =
        by?.type === 'click' && by.target instanceof Element && by.target.closest('button[type=button]')
      if (pressed && !pressed.matches('[data-theme-switch]')) message?.removeAttribute('hidden')
      loading = false
      startOn(['click', 'online'])
    }
  }
  addEventListener('DOMContentLoaded', () => {
    const { signedIn, vehicle } = document.documentElement.dataset
    if (signedIn !== undefined) return void start()
    // Screen readers and voice control may send only clicks.
    startOn(['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll', 'click'])
    const painting = new PerformanceObserver((list) => {
      // The very first paint may be of a page without content.
      if (list.getEntriesByName('first-contentful-paint').length > 0) void start()
    })
    // A saved vehicle: whether the part fits it is what the visitor came to see.
    if (afterPaint || vehicle !== undefined) painting.observe({ type: 'paint', buffered: true })
    addEventListener('load', () => setTimeout(start, latestMs))
  })
}

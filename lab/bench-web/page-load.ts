import type { Browser, CDPSession } from 'playwright-core'

/** A slow phone on a slow network. Source: Lighthouse's "slow 4G". */
const CPU_SLOWDOWN = 4
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const PHONE = { width: 412, height: 823 }
/** A page counts as settled after this long without a request, in ms. */
const SETTLED_MS = 1_500

/** One cold load. Times in ms, sizes in bytes on the wire, headers included. */
export type PageLoad = {
  lcp: number
  fcp: number
  cls: number
  /**
   * Total blocking time: the excess of tasks over 50 ms after the first paint. Source:
   * https://web.dev/articles/tbt
   */
  blocking: number
  requests: number
  weights: Record<Kind, number>
  total: number
}

/** Kinds of files, as the browser reports them. */
export type Kind = 'html' | 'script' | 'style' | 'font' | 'picture' | 'other'

const kinds: Record<string, Kind> = {
  Document: 'html',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'picture',
}

/**
 * Loads a page with an empty cache.
 * @param options.slow simulates the slow phone; otherwise full speed, for counting bytes.
 */
export async function loadPage(browser: Browser, url: string, options: { slow: boolean }): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    if (options.slow) {
      await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK })
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    }
    const received = countReceived(session)
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction((ms) => settledFor(ms), SETTLED_MS)
    const seen = await page.evaluate(() => ({
      ...seenByObserver,
      blocking: seenByObserver.tasks
        .filter(({ start }) => start >= seenByObserver.fcp)
        .reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0),
    }))
    const { lcp, fcp, cls, blocking } = seen
    const weights = received.weights
    const total = Object.values(weights).reduce((sum, bytes) => sum + bytes, 0)
    return { lcp, fcp, cls, blocking, requests: received.count(), weights, total }
  } finally {
    await context.close()
  }
}

function countReceived(session: CDPSession) {
  const weights: Record<Kind, number> = { html: 0, script: 0, style: 0, font: 0, picture: 0, other: 0 }
  const kindOf = new Map<string, Kind>()
  session.on('Network.responseReceived', ({ requestId, type }) =>
    kindOf.set(requestId, kinds[type] ?? 'other'),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weights[kindOf.get(requestId) ?? 'other'] += encodedDataLength
  })
  return { weights, count: () => kindOf.size }
}

type Seen = { lcp: number; fcp: number; cls: number; tasks: { start: number; ms: number }[] }
declare const seenByObserver: Seen
declare function settledFor(ms: number): boolean

/** Runs in the page before any of its own scripts. */
function observe(): void {
  const seen: Seen = { lcp: 0, fcp: 0, cls: 0, tasks: [] }
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, ms: duration }))
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.cls += shift.value
  })
  const settled = (ms: number) => {
    const ends = performance
      .getEntriesByType('resource')
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const lastTask = seen.tasks.at(-1)
    const busyUntil = Math.max(
      navigation?.loadEventEnd ?? Infinity,
      lastTask ? lastTask.start + lastTask.ms : 0,
      ...ends,
    )
    return performance.now() - busyUntil > ms
  }
  Object.assign(globalThis, { seenByObserver: seen, settledFor: settled })
}

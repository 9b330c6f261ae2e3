import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { type RunningStore, runStore, START_LIMIT_MS } from '../../support/running-store.ts'

type TestFixtures = {
  /**
   * Declares a console error that the test causes, such as the 401 of a wrong password. It must occur; every
   * other one fails the test.
   */
  expectConsoleError: (pattern: RegExp) => void
  /** A page in a new browser context: own cookies, own storage. */
  newVisitor: () => Promise<Page>
  /** Records console errors of a context. */
  watch: (context: BrowserContext) => Promise<void>
}

type WorkerFixtures = {
  /** Settings of the store that differ from those of the other tests. */
  storeEnv: Record<string, string>
  store: RunningStore
}

/** The console errors of a test, and the expected ones. */
type Observed = { errors: string[]; expected: RegExp[] }

/** The expected errors that did not occur yet. */
const missing = ({ errors, expected }: Observed) =>
  expected.filter((pattern) => !errors.some((error) => pattern.test(error)))

/** One store per worker, so that tests of a worker share its data and run sequentially. */
export const test = base.extend<TestFixtures & { observed: Observed }, WorkerFixtures>({
  storeEnv: [{}, { scope: 'worker', option: true }],
  store: [
    async ({ storeEnv }, use) => {
      const store = await runStore({ SWEEP_SECONDS: '2', ...storeEnv })
      await use(store)
      await store.close()
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
  baseURL: ({ store }, use) => use(store.url),

  expectConsoleError: async ({ observed }, use) => {
    await use((pattern) => observed.expected.push(pattern))
  },
  watch: async ({ observed }, use) => {
    await use(async (context) => {
      // Chromium reports some CSP violations as warnings only.
      await context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (broken) =>
          console.error(`Policy: ${broken.violatedDirective} ${broken.blockedURI} ${broken.sample}`),
        ),
      )
      // Chromium reports a failed request as a console error.
      context.on('console', (message) => {
        if (message.type() === 'error') observed.errors.push(`${message.text()} at ${message.location().url}`)
      })
      context.on('weberror', (error) =>
        observed.errors.push(`Uncaught in the page: ${error.error().stack ?? error.error().message}`),
      )
    })
  },
  context: async ({ context, watch, observed }, use) => {
    await watch(context)
    await use(context)
    // A browser may report an error just after the test has seen its effect. Checked below.
    await expect
      .poll(() => missing(observed))
      .toEqual([])
      .catch(() => undefined)
    // In this order: a page without its routes would send a request that is still to come to the Internet.
    await Promise.all(context.pages().map((page) => page.close()))
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
  newVisitor: async ({ browser, watch }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      opened.push(context)
      await watch(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  observed: [
    async ({ store }, use) => {
      const observed: Observed = { errors: [], expected: [] }
      await use(observed)
      const { errors, expected } = observed
      const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
      expect(unexpected, 'unexpected console errors').toEqual([])
      expect(
        missing(observed),
        `expected console errors must occur; there were: ${errors.join(', ')}`,
      ).toEqual([])
      expect(store.drainErrors(), 'errors in the log of the store').toEqual([])
    },
    { auto: true },
  ],
})

export { expect, type Page }

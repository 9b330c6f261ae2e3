import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { type RunningStore, runStore, START_LIMIT_MS } from '../../support/running-store.ts'

type TestFixtures = {
  /**
   * Announces a complaint of the browser that belongs to the story, such as the 401 of a wrong password. It must come; every
   * other one fails the test.
   */
  expectComplaint: (complaint: RegExp) => void
  /** A browser of another person: own cookies, own storage. */
  newVisitor: () => Promise<Page>
  /** Keeps an eye on everything that happens in a context. */
  watch: (context: BrowserContext) => Promise<void>
}

type WorkerFixtures = {
  /** Settings of the store that differ from those of the other tests. */
  storeEnv: Record<string, string>
  store: RunningStore
}

/** What the browsers of a test complained of, and what they were expected to. */
type Watched = { complaints: string[]; expected: RegExp[] }

/** Tests of the store: one per worker, so that tests of a worker share its data and run one after the other. */
export const test = base.extend<TestFixtures & { watched: Watched }, WorkerFixtures>({
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

  expectComplaint: async ({ watched }, use) => {
    await use((complaint) => watched.expected.push(complaint))
  },
  watch: async ({ watched }, use) => {
    await use(async (context) => {
      // Nothing may break the Content-Security-Policy, not even where Chromium would only take note.
      await context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (broken) =>
          console.error(`Policy: ${broken.violatedDirective} ${broken.blockedURI} ${broken.sample}`),
        ),
      )
      // A console error is also how Chromium reports a failed request.
      context.on('console', (message) => {
        if (message.type() === 'error')
          watched.complaints.push(`${message.text()} at ${message.location().url}`)
      })
      context.on('weberror', (error) =>
        watched.complaints.push(`Uncaught in the page: ${error.error().stack ?? error.error().message}`),
      )
    })
  },
  context: async ({ context, watch }, use) => {
    await watch(context)
    await use(context)
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
  watched: [
    async ({ store }, use) => {
      const watched: Watched = { complaints: [], expected: [] }
      await use(watched)
      const { complaints, expected } = watched
      const unexpected = complaints.filter(
        (complaint) => !expected.some((pattern) => pattern.test(complaint)),
      )
      expect(unexpected, 'complaints of the browser that no one announced').toEqual([])
      for (const pattern of expected)
        expect(complaints, 'an announced complaint must come').toContainEqual(expect.stringMatching(pattern))
      expect(store.drainErrors(), 'errors in the log of the store').toEqual([])
    },
    { auto: true },
  ],
})

export { expect, type Page }

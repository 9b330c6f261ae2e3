import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './tools/setup/chromium.mjs'

// `npm test` installs it where it is missing; without it Playwright says how to get one.
const chromium = findChromium()

/** The journeys of the specification in a real Chromium, against the built store. `npm test` builds before it comes here. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  reporter: [['list']],
  forbidOnly: Boolean(process.env['CI']),
  // Each worker runs a store, a database and a browser of its own.
  workers: Math.min(2, availableParallelism()),
  // Limits for what hangs. They leave room for a machine that is several times slower than usual; a test that passes never waits for them.
  timeout: 120_000,
  globalTimeout: 28 * 60_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumFlags },
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
  },
})

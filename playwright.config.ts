import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium, findHeadlessShell } from './tools/setup/chromium.mjs'

const launch = (executablePath: string | undefined) => ({
  // `npm test` installs one if it is missing; otherwise Playwright says how to get one.
  ...(executablePath && { executablePath }),
  // Without a graphics card, emulating one takes a fifth of Chromium's processor time.
  args: [...chromiumFlags, '--disable-gpu', '--disable-software-rasterizer'],
})
const chromium = findChromium()

/** From the home page to a paid order: `npm test` runs them; `npm run test:full` also runs the rest. */
const CORE = ['card-form', 'cart', 'checkout', 'ordering', 'visitor'].map((name) => `**/${name}.spec.ts`)

/** Tests of the first paint, and of widths to the pixel: they need a Chromium that paints as it does for people. */
const PAINTED = ['admin-lists', 'before-hydration', 'first-visit'].map((name) => `**/${name}.spec.ts`)

/** End-to-end tests in a real Chromium, against the built store, which `npm test` builds first. */
export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'core', testMatch: CORE },
    { name: 'rest', testIgnore: [...CORE, ...PAINTED] },
    { name: 'rest-painted', testMatch: PAINTED, use: { launchOptions: launch(chromium) } },
  ],
  outputDir: 'test-results',
  reporter: [['list']],
  forbidOnly: Boolean(process.env['CI']),
  // Each worker runs a store, a database and a browser of its own; one more than a small machine has processors.
  workers: Math.min(3, availableParallelism() + 1),
  // Limits for what hangs. They leave room for a machine that is several times slower than usual; a test that passes never waits for them.
  timeout: 300_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: launch(findHeadlessShell() ?? chromium),
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
  },
})

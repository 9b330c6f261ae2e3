import { defineConfig } from '@playwright/test'
import shared from '../../playwright.config.ts'

/** The tests of hosted services, started by run.mjs. */
export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: '../../test-results',
  projects: [{ name: 'hosted' }],
  workers: 1,
})

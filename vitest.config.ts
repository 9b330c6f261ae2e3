import { defineConfig } from 'vitest/config'

const HARD = ['tests/resilience/**/*.test.ts', 'tools/chaos/run-chaos.test.ts']

/** `unit`: a minute, at every commit. `resilience`: races, crashes, faults, models and attacks, a few minutes, in `npm test`. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-server.ts'],
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: HARD,
          testTimeout: 20_000,
        },
      },
      { extends: true, test: { name: 'resilience', include: HARD, testTimeout: 180_000 } },
    ],
  },
})

/** The steps of one part of the tests; see test-steps.mjs. */
export function testSteps(
  part: string,
  prepare: { build: () => Promise<void>; chromium: () => Promise<void> },
): { name: string; run: string[] | (() => Promise<void>) }[]

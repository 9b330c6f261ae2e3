/**
 * Parts of the tests by their name, with their projects in vitest.config.ts and playwright.config.ts; `rest*`
 * includes rest-painted.
 */
const testParts = { core: ['core'], rest: ['rest*'], full: ['core', 'rest*'] }

/**
 * The steps after installing: each an npm command, or a function.
 * @param {string} part `core` is `npm test`; `rest` is all the other tests; `full` is both.
 * @param {{ build: () => Promise<void>, chromium: () => Promise<void> }} prepare Builds the pages; installs
 *   the browser.
 * @returns {{ name: string, run: string[] | (() => Promise<void>) }[]}
 * @throws {Error} if there is no such part
 */
export function testSteps(part, prepare) {
  if (!Object.hasOwn(testParts, part)) {
    throw new Error(`There is no part "${part}" of the tests: ${Object.keys(testParts).join(', ')}`)
  }
  const projects = testParts[part].map((name) => `--project=${name}`)
  const steps = [
    { name: 'static checks', run: ['run', '--silent', 'check'], not: 'rest' },
    { name: 'build', run: prepare.build },
    { name: 'unit and API tests', run: ['run', '--silent', 'test:unit'], not: 'rest' },
    {
      name: 'commands, first start, pictures and providers',
      run: ['run', '--silent', 'test:programs'],
      not: 'core',
    },
    { name: 'races, crashes, faults and attacks', run: ['exec', '--', 'vitest', 'run', ...projects] },
    { name: 'Chromium', run: prepare.chromium },
    { name: 'end-to-end tests', run: ['exec', '--', 'playwright', 'test', ...projects] },
  ]
  return steps.filter(({ not }) => not !== part).map(({ name, run }) => ({ name, run }))
}

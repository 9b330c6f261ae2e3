import { expect, test } from 'vitest'
import { runStore, START_LIMIT_MS } from '../support/running-store.ts'

/** Prints at exit which builds of React were loaded. */
const SAY_BUILDS = `data:text/javascript,import module from 'node:module'
process.on('exit', () => console.log('loaded', Object.values(module._cache).filter(({ id, loaded }) => loaded && /react.*[/]cjs[/]/.test(id)).map(({ id }) => id).join(' ')))`

test(
  'a demo store renders its pages with the fast build of React too',
  async () => {
    const store = await runStore({ NODE_ENV: 'development' }, [`--import=${encodeURI(SAY_BUILDS)}`])
    try {
      expect((await fetch(store.url)).status).toBe(200)
      await store.stop()
      const loaded = store.said().match(/loaded (.*)/)?.[1]
      expect(loaded).toMatch(/react-dom-server\.node\.production\.js/)
      expect(loaded).not.toMatch(/development/)
    } finally {
      await store.close()
    }
  },
  START_LIMIT_MS,
)

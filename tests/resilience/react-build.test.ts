import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runStore, START_LIMIT_MS } from '../support/running-store.ts'

/** Prints at exit which files of React were loaded from node_modules. */
const SAY_BUILDS = `data:text/javascript,import module from 'node:module'
process.on('exit', () => console.log('loaded', Object.values(module._cache).filter(({ id }) => /node_modules[/]react/.test(id)).map(({ id }) => id).join(' ')))`

test(
  'a demo store renders its pages with the fast build of React too, which is in the build',
  async () => {
    const store = await runStore({ NODE_ENV: 'development' }, [`--import=${encodeURI(SAY_BUILDS)}`])
    try {
      expect((await fetch(store.url)).status).toBe(200)
      await store.stop()
      expect(store.output().match(/loaded (.*)/)?.[1]).toBe('')
      const folder = path.join(import.meta.dirname, '../../build/server')
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.js'),
      )
      const code = names.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n')
      expect(code).toContain('Minified React error')
      expect(code, 'a warning of the development build').not.toContain('should have a unique "key" prop')
    } finally {
      await store.close()
    }
  },
  START_LIMIT_MS,
)

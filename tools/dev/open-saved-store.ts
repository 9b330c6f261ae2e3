import type { ServerBuild } from 'react-router'
import { readConfig } from '#config/env.ts'
import { readContent } from '#server/content/read-content.ts'
import type { Listening } from '#server/listen.ts'
import { createLog } from '#server/log.ts'
import { type OpenStore, openStore } from '#server/open-store.ts'
import { type Pages, type PagesDependencies, pagesOf } from '#server/pages.ts'
import { seedIfEmpty } from '#server/seed/seed-if-empty.ts'

/**
 * Opens the store whose modules Vite loaded, seeded and with its background work begun.
 * @param loadPages loads React Router's server build, of which Vite replaces what has been saved since.
 */
export async function openSavedStore(
  databaseUrl: string,
  listening: Listening,
  loadPages: () => Promise<unknown>,
): Promise<OpenStore> {
  const config = readConfig()
  const store = await openStore({
    config,
    databaseUrl,
    ownUrl: () => listening.url,
    appUrl: () => config.APP_URL ?? `http://localhost:${listening.port}`,
    content: await readContent(config),
    log: createLog(config.LOG_LEVEL),
    createPages: (deps) => createSavedPages(deps, loadPages),
  })
  const { signal } = new AbortController()
  await seedIfEmpty(store.shop.db, { demo: config.demo, databaseUrl, signal })
  store.begin()
  return store
}

/** Renders each page as it was last saved. */
async function createSavedPages(deps: PagesDependencies, loadPages: () => Promise<unknown>): Promise<Pages> {
  const load = async () => pagesOf((await loadPages()) as ServerBuild, deps)
  let pages = await load()
  return {
    async render(...request) {
      pages = await load()
      return withoutCache(await pages.render(...request))
    },
    hasForm: (pathname) => pages.hasForm(pathname),
    patternOf: (pathname) => pages.patternOf(pathname),
    knownUrl: (url) => pages.knownUrl(url),
  }
}

/** A page that no cache stores, with a policy that allows Vite's scripts. */
function withoutCache(page: Response): Response {
  const headers = new Headers([...page.headers].filter(([name]) => !name.startsWith('x-cache-')))
  headers.set('Cache-Control', 'no-store')
  headers.set('Content-Security-Policy', "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:")
  return new Response(page.body, { status: page.status, headers })
}

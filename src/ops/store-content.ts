import type { Config } from '#config/config.ts'
import type { Database } from '#db/connection.ts'
import { createLiveContent } from '#domain/content/live-content.server.ts'
import type { StoreContent } from '#domain/content/store-content.ts'

/**
 * The content of the store as its pages have it: that of its files, with the settings that admins have
 * changed.
 * @throws ContentError when the files are wrong.
 */
export async function readStoreContent(
  config: Pick<Config, 'CONTENT_DIR' | 'demo' | 'sender' | 'APP_URL'>,
  db: Database,
): Promise<StoreContent> {
  // With what decodes pictures and articles: few commands need it.
  const { readContent } = await import('#server/content/read-content.ts')
  const { content } = await readContent(config)
  return createLiveContent(db, content).read()
}

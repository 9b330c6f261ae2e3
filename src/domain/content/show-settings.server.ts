import type { Shop } from '../shop.ts'
import { sectionsOf, withSections } from './sections-of-content.ts'
import type { Settings, SettingsSection } from './store-settings.ts'
import { readStoredSettings } from './stored-settings.server.ts'

/** Every section of the settings, and the titles of the articles in their order. Access: admins. */
export async function showSettings({ db, fileContent }: Pick<Shop, 'db' | 'fileContent'>): Promise<Settings> {
  const stored = await readStoredSettings(db)
  const inFiles = sectionsOf(fileContent)
  const shown = <S extends SettingsSection>(section: S) => {
    const row = stored[section]
    if (!row) return { content: inFiles[section], version: null }
    const { content, version, changedAt, changedBy } = row
    return { content, version, changedAt: changedAt.toISOString(), changedBy }
  }
  const articles = shown('articles')
  return {
    facts: shown('facts'),
    hours: shown('hours'),
    returns: shown('returns'),
    footer: shown('footer'),
    articles,
    articleTitles: withSections(fileContent, { articles: articles.content }).articles.map(
      ({ slug, title, published }) => ({ slug, title, published }),
    ),
  }
}

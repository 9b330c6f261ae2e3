import type { SettingsSection } from '#domain/content/store-settings.ts'

/** The sections as the screen calls them. */
export const SECTION_TITLES: Readonly<Record<SettingsSection, string>> = {
  facts: 'The store',
  hours: 'Opening hours',
  returns: 'Returns',
  footer: 'Footer',
  articles: 'Articles',
}

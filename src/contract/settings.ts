import { EditSettingsInput, SettingsSchema } from '#domain/content/store-settings.ts'
import { defineCall } from './call.ts'
import { UpdateResult } from './shared-schemas.ts'

export const showSettings = defineCall('GET', '/settings', {
  summary: 'Show the store’s own facts, opening hours, returns, footer and order of articles',
  access: 'admin',
  response: SettingsSchema,
})

export const editSettings = defineCall('PUT', '/settings', {
  summary:
    'Change a section of the settings, unless another admin has changed it since; without content, it is what the store’s files say again',
  access: 'admin',
  body: EditSettingsInput,
  response: UpdateResult,
  refusals: ['settings_changed'],
  changes: ({ section }) => section,
})

import path from 'node:path'
import { expect, type Page } from './test.ts'

/** A photo of typical size: 1200 × 900 px. */
export const PHOTO = path.join(import.meta.dirname, '../../../src/demo/data/pictures/alternator.webp')

/**
 * Waits until the upload is stored. Its sizes are generated at low priority: on a busy machine that takes
 * long.
 */
export async function untilUploaded(page: Page): Promise<void> {
  const status = page.getByRole('status').filter({ hasText: 'The picture is uploaded' })
  await expect(status).toBeAttached({ timeout: 120_000 })
}

/**
 * The preview of the chosen file. Decorative, without a role or name; its blob: URL sets it apart from stored
 * pictures.
 */
export const chosenPicture = (page: Page) => page.locator('img[src^="blob:"]')

import path from 'node:path'
import { expect, type Page } from './test.ts'

/** A photo as an admin has it: 1200 × 900 px. */
export const PHOTO = path.join(import.meta.dirname, '../../../src/demo/data/pictures/alternator.webp')

/** Waits until the chosen picture is kept. Its sizes are made beside everything else at low priority: on a busy machine that takes long. */
export async function untilUploaded(page: Page): Promise<void> {
  const said = page.getByRole('status').filter({ hasText: 'The picture is uploaded' })
  await expect(said).toBeAttached({ timeout: 45_000 })
}

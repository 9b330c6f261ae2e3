import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openTestStore, type TestStore } from './test-store.ts'

/** A store with this `store.json` in place of the demo's content. */
export async function openStoreWithContent(content: object): Promise<TestStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'driveline-content-'))
  try {
    await writeFile(path.join(folder, 'store.json'), JSON.stringify(content))
    return await openTestStore({ CONTENT_DIR: folder })
  } finally {
    // It is read at start only.
    await rm(folder, { recursive: true })
  }
}

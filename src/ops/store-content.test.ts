import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTestStore } from '../../tests/support/test-store.ts'
import { signIn } from '../../tests/support/users.ts'
import { readStoreContent } from './store-content.ts'

test('a command knows the name and the time zone that an admin has saved, or those of the files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-'))
  const store = await openTestStore()
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const file = { name: 'Parts of the files', timeZone: 'Pacific/Kiritimati' }
  await writeFile(path.join(folder, 'store.json'), JSON.stringify(file))
  const config = {
    CONTENT_DIR: folder,
    demo: false,
    sender: { name: 'Sender', address: 'a@b.example' },
    APP_URL: undefined,
  }
  expect(await readStoreContent(config, store.db)).toMatchObject(file)

  const admin = await signIn(store, { admin: true })
  const { facts } = (await admin.call('GET', '/settings')).body
  const saved = {
    section: 'facts',
    content: { ...facts.content, name: 'Saved parts', timeZone: 'Pacific/Auckland' },
    version: facts.version,
  }
  expect((await admin.call('PUT', '/settings', saved)).status).toBe(200)
  expect(await readStoreContent(config, store.db)).toMatchObject({
    name: 'Saved parts',
    timeZone: 'Pacific/Auckland',
  })
})

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectProblem } from '../../../tests/support/problem.ts'
import { quartersAs } from '../../../tests/support/test-pictures.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { signIn } from '../../../tests/support/users.ts'

/** A store with its picture folder and an admin. */
async function openShop() {
  const store = await openTestStore({ LOG_LEVEL: 'silent' })
  onTestFinished(() => store.close())
  const admin = await signIn(store, { admin: true })
  return { store, dir: path.join(store.dataDir, 'images'), admin }
}

async function upload(store: TestStore, token: string) {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await quartersAs('png', 330, 330))]), 'part.png')
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${store.url}/images`, { method: 'POST', body: form, headers })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

const read = async (store: TestStore, url: string) => {
  const response = await fetch(new URL(url, store.url))
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? await response.json() : null, headers: response.headers }
}

describe('a folder of pictures that cannot be used', () => {
  test('refuses uploads with a message, and accepts them again once it works', async () => {
    const { store, dir, admin } = await openShop()
    await writeFile(dir, 'a file where the folder should be')
    expectProblem(await upload(store, admin.token), 503, 'picture_storage_unavailable')
    expect(await store.db.selectFrom('images').selectAll().execute()).toEqual([])
    await rm(dir)
    expect((await upload(store, admin.token)).status).toBe(201)
  })

  test('returns 503 for a picture that cannot be read, 404 for one that does not exist', async () => {
    const { store, dir, admin } = await openShop()
    const { url } = (await upload(store, admin.token)).body.data
    const file = path.join(dir, `${path.basename(url, '.webp')}-330.webp`)
    await rm(file)
    expect((await read(store, url)).status).toBe(404)
    await mkdir(file)
    expectProblem(await read(store, url), 503, 'picture_storage_unavailable')
  })
})

/** A small disk. Null if mounting is not permitted. */
async function smallDisk(kibibytes: number): Promise<string | null> {
  const at = await mkdtemp(path.join(tmpdir(), 'driveline-disk-'))
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'driveline', at], {
      stdio: 'ignore',
    })
    return at
  } catch {
    await rm(at, { recursive: true })
    return null
  }
}

const disk = await smallDisk(4)
test.skipIf(disk === null)(
  `a full disk: 507, and nothing of the picture is left behind${disk === null ? ' (skipped: mounting is not permitted here)' : ''}`,
  async () => {
    const at = disk ?? ''
    onTestFinished(async () => {
      execFileSync('/bin/umount', [at])
      await rm(at, { recursive: true })
    })
    const { store, dir, admin } = await openShop()
    execFileSync('ln', ['-s', at, dir])
    expectProblem(await upload(store, admin.token), 507, 'picture_storage_full')
    expect(await readdir(at)).toEqual([])
    expect(await store.db.selectFrom('images').selectAll().execute()).toEqual([])
    execFileSync('/bin/mount', ['-o', 'remount,size=10m', at])
    expect((await upload(store, admin.token)).status).toBe(201)
  },
)

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder, DataFolderInUseError } from './lock-data-folder.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'driveline lock '))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('a second store on the same data folder is refused with the holder’s process and port', async () => {
  const holder = await lockInAnotherProcess()
  expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUseError)
  expect(() => lockDataFolder(dataDir)).toThrow(
    `Another Driveline store (process ${holder.pid}, port 3456) is already using the data folder ${dataDir}: ` +
      'stop it first, or start this one with another DATA_DIR.',
  )
  await holder.kill()
})

test('a store killed by kill -9 leaves no lock behind', async () => {
  const holder = await lockInAnotherProcess()
  await holder.kill()
  expect(() => lockDataFolder(dataDir)[Symbol.dispose]()).not.toThrow()
})

test('a released data folder can be locked again, even by the same process', () => {
  {
    using _first = lockDataFolder(dataDir)
    expect(() => lockDataFolder(dataDir)).toThrow(`process ${process.pid}, still starting`)
  }
  using _second = lockDataFolder(dataDir)
})

async function lockInAnotherProcess(): Promise<{ pid: number; kill(): Promise<void> }> {
  const module = pathToFileURL(path.join(import.meta.dirname, 'lock-data-folder.ts')).href
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(module)})
    lockDataFolder(${JSON.stringify(dataDir)}).announcePort(3456)
    setInterval(() => undefined, 1000)
    process.stdout.write('locked')`
  const store = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(store.stdout, 'data')
  return {
    pid: store.pid ?? 0,
    async kill() {
      store.kill('SIGKILL')
      await once(store, 'close')
    },
  }
}

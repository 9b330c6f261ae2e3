import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataFolder, DataFolderInUseError } from './claim-data-folder.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'driveline claim '))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('a second store on the same data folder is refused with the holder’s process and port', async () => {
  const holder = await claimInAnotherProcess()
  expect(() => claimDataFolder(dataDir)).toThrow(DataFolderInUseError)
  expect(() => claimDataFolder(dataDir)).toThrow(
    `Another Driveline store (process ${holder.pid}, port 3456) is already using the data folder ${dataDir}: ` +
      'stop it first, or start this one with another DATA_DIR.',
  )
  await holder.kill()
})

test('a store killed by kill -9 leaves no claim behind', async () => {
  const holder = await claimInAnotherProcess()
  await holder.kill()
  expect(() => claimDataFolder(dataDir)[Symbol.dispose]()).not.toThrow()
})

test('a released data folder can be claimed again, even by the same process', () => {
  {
    using _first = claimDataFolder(dataDir)
    expect(() => claimDataFolder(dataDir)).toThrow(`process ${process.pid}, still starting`)
  }
  using _second = claimDataFolder(dataDir)
})

async function claimInAnotherProcess(): Promise<{ pid: number; kill(): Promise<void> }> {
  const module = pathToFileURL(path.join(import.meta.dirname, 'claim-data-folder.ts')).href
  const program = `
    const { claimDataFolder } = await import(${JSON.stringify(module)})
    claimDataFolder(${JSON.stringify(dataDir)}).announcePort(3456)
    setInterval(() => undefined, 1000)
    process.stdout.write('claimed')`
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

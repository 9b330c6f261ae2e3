import { spawnSync, type ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { quartersAs } from '../../../tests/support/test-pictures.ts'
import { encodePicture } from './run-picture-process.ts'

test('a picture that exceeds its processor time is refused as unreadable', async () => {
  const large = await quartersAs('png', 1280, 2560)
  // Less than the process needs to start, on any machine.
  await expect(encodePicture(large, 'every width', { processorMs: 1, waitMs: 60_000 })).rejects.toMatchObject(
    {
      name: 'ImageRefusedError',
      reason: 'unreadable',
    },
  )
})

test('a picture that an overloaded machine cannot decode in time is not reported as unreadable', async () => {
  const picture = await quartersAs('png')
  await expect(encodePicture(picture, 'one webp', { processorMs: 20_000, waitMs: 1 })).rejects.toMatchObject({
    name: 'ImageHostError',
    kind: 'timeout',
  })
})

test('JavaScript in the picture process reads no secrets, writes nothing and starts nothing', async () => {
  const started: ChildProcess[] = []
  const note = (message: unknown) => started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', note)
  const { width, variants } = await encodePicture(await quartersAs('jpeg'), 'every width')
  unsubscribe('child_process', note)
  expect([width, variants.length > 1]).toEqual([400, true])
  const [node = '', ...args] = started[0]?.spawnargs ?? []
  const flags = args.filter((arg) => arg.startsWith('--'))
  expect(started).toHaveLength(1)

  const dataDir = mkdtempSync(path.join(tmpdir(), 'driveline-data-'))
  writeFileSync(path.join(dataDir, 'secret'), '"secret"')
  try {
    // The permission model refuses them; without the flags of the picture process all of them succeed.
    const refused = 'ERR_ACCESS_DENIED'
    expect(attempt(node, flags, dataDir)).toEqual(
      Object.fromEntries(ATTEMPTS.map(([what]) => [what, refused])),
    )
    expect(attempt(node, [], dataDir)).toEqual(Object.fromEntries(ATTEMPTS.map(([what]) => [what, 'done'])))
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

/** What hostile code in a process may try, with the data folder as `dir`. */
const ATTEMPTS: [what: string, code: string][] = [
  ['read the environment of the store', 'fs.readFileSync(`/proc/${process.ppid}/environ`)'],
  ['read it by another path', 'fs.openSync(`/proc/self/../${process.ppid}/task/${process.ppid}/environ`)'],
  ['read its own environment', 'fs.readFileSync("/proc/self/environ")'],
  ['list the data folder', 'fs.readdirSync(dir)'],
  ['read a secret there', 'await fs.promises.readFile(`${dir}/secret`)'],
  ['read it as a program', 'process.getBuiltinModule("module").createRequire(dir + "/")(`${dir}/secret`)'],
  ['write', 'fs.writeFileSync(`${dir}/written`, "")'],
  ['link to it', 'fs.symlinkSync(`${dir}/secret`, `${dir}/link`)'],
  ['start a process', 'process.getBuiltinModule("child_process").execFileSync(process.execPath, ["-v"])'],
  ['start a thread', 'new (process.getBuiltinModule("worker_threads").Worker)("", { eval: true })'],
]

function attempt(node: string, flags: string[], dir: string): unknown {
  const tries = ATTEMPTS.map(([what, code]) => {
    const name = JSON.stringify(what)
    return `try { ${code}; results[${name}] = 'done' } catch (error) { results[${name}] = error.code ?? String(error) }`
  })
  const script = `const fs = process.getBuiltinModule('fs'), dir = ${JSON.stringify(dir)}, results = {}
    ${tries.join('\n')}
    console.log(JSON.stringify(results))`
  const { stdout, stderr } = spawnSync(node, [...flags, '--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: {},
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

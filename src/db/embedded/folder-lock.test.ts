import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tryLock } from './folder-lock.ts'

test('a lock is taken, refused and released without writing anything, even on a full disk', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'driveline-lock-'))
  const file = path.join(folder, 'use.lock')
  try {
    for (const kind of ['exclusive', 'shared'] as const) {
      const lock = tryLock(file, kind)
      expect(lock, kind).toBeDefined()
      expect(tryLock(file, 'exclusive'), `while it is held ${kind}`).toBeUndefined()
      expect(readdirSync(folder)).toEqual(['use.lock'])
      expect(statSync(file).size).toBe(0)
      lock?.release()
    }
    const shared = [tryLock(file, 'shared'), tryLock(file, 'shared')]
    expect(shared).not.toContain(undefined)
    for (const lock of shared) lock?.release()
    tryLock(file, 'exclusive')?.release()
    expect(readdirSync(folder)).toEqual(['use.lock'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

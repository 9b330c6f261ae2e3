// Concurrent `npm start` must not install or build into the same folder. Runs on any Node from 20 on, without packages.
import { createHash } from 'node:crypto'
import { linkSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` while no other process of this user runs the same `name` in `root`; waits for it otherwise.
 * A process that died with the lock does not block: its PID is checked. `say` receives a line when we have to
 * wait.
 */
export async function oneAtATime(root, name, say, work) {
  // Not inside the project: npm ci deletes node_modules, and git would see a file elsewhere.
  const folder = createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 16)
  const lock = join(tmpdir(), `driveline-${user()}-${folder}-${name}.lock`)
  const mine = `${lock}.${process.pid}`
  const me = identity(process.pid)
  let announced = false
  // Written first, then linked: a visible lock has its whole content.
  writeFileSync(mine, me)
  const release = () => {
    if (readOr(lock) === me) rmSync(lock, { force: true })
  }
  try {
    while (!took(mine, lock)) {
      const holder = readOr(lock)
      if (holder && !isAlive(holder)) {
        setAside(lock, holder)
        continue
      }
      if (!announced) say(`Waiting for another process (${holder.split(' ')[0]}) that does: ${name} …`)
      announced = true
      await sleep(300)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  process.on('exit', release)
  try {
    await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function took(mine, lock) {
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes the dead process's lock; if a new lock was moved instead, it is restored. */
function setAside(lock, dead) {
  const aside = `${lock}.${process.pid}.old`
  try {
    renameSync(lock, aside)
    if (readOr(aside) !== dead) linkSync(aside, lock)
  } catch {
    // Another one was quicker.
  } finally {
    rmSync(aside, { force: true })
  }
}

/** PID and, where available, start time: a PID may be reused. */
function identity(pid) {
  const started = readOr(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')[19] ?? ''
  return `${pid} ${started}`
}

function isAlive(holder) {
  const pid = Number(holder.split(' ')[0])
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return identity(pid) === holder
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function user() {
  return process.getuid?.() ?? userInfo().username
}

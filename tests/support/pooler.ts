import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#db/embedded/free-port.ts'

/** A pgbouncer of this machine before a database. */
export type Pooler = { url: string; stop(): Promise<void> }

const PROGRAM = '/usr/sbin/pgbouncer'
export const hasPooler = existsSync(PROGRAM)

/** It starts in a fraction of a second; ms. */
const START_MS = 30_000
/** Whom every Linux has; pgbouncer refuses root. */
const NOBODY = 65_534

/**
 * Starts it as Debian configures it, but for the mode.
 * @param size connections to the server: in session mode as many as there are clients.
 */
export async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction',
  size: number,
): Promise<Pooler> {
  const dir = mkdtempSync(path.join(tmpdir(), 'driveline-pooler-'))
  const port = await freePort()
  const to = new URL(databaseUrl)
  const name = to.pathname.slice(1)
  writeFileSync(
    path.join(dir, 'pgbouncer.ini'),
    `[databases]
${name} = host=${to.hostname} port=${to.port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${dir}/users
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`,
  )
  writeFileSync(path.join(dir, 'users'), `"${to.username}" "${decodeURIComponent(to.password)}"\n`)
  const asRoot = process.geteuid?.() === 0
  if (asRoot)
    for (const file of ['.', 'pgbouncer.ini', 'users']) chownSync(path.join(dir, file), NOBODY, NOBODY)
  const server = spawn(PROGRAM, ['-q', path.join(dir, 'pgbouncer.ini')], {
    stdio: 'ignore',
    cwd: dir,
    ...(asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  const ended = once(server, 'exit')
  const endWithUs = () => server.kill('SIGKILL')
  process.once('exit', endWithUs)
  const pooled = new URL(databaseUrl)
  pooled.port = String(port)
  const stop = async () => {
    server.kill('SIGKILL')
    await ended
    process.off('exit', endWithUs)
    await rm(dir, { recursive: true, force: true })
  }
  const deadline = Date.now() + START_MS
  while (!(await answers(pooled.href))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('pgbouncer did not start.')
    }
    await delay(20)
  }
  return { url: pooled.href, stop }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

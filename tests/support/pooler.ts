import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#db/embedded/free-port.ts'
import { type StartedServer, startServer, WITHOUT_ROOT } from './started-server.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
export const hasPooler = existsSync(PROGRAM)

/**
 * Starts a pgbouncer in front of a database, with Debian's configuration except for the mode.
 * @param size connections to the server: in session mode as many as there are clients.
 * @param settings other settings of its file.
 */
export async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction',
  size: number,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<StartedServer> {
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
${Object.entries(settings)
  .map(([setting, value]) => `${setting} = ${value}\n`)
  .join('')}`,
  )
  writeFileSync(path.join(dir, 'users'), `"${to.username}" "${decodeURIComponent(to.password)}"\n`)
  const { uid, gid } = WITHOUT_ROOT
  if (uid !== undefined && gid !== undefined)
    for (const file of ['.', 'pgbouncer.ini', 'users']) chownSync(path.join(dir, file), uid, gid)
  const pooled = new URL(databaseUrl)
  pooled.port = String(port)
  return startServer(PROGRAM, ['-q', path.join(dir, 'pgbouncer.ini')], {
    dir,
    url: pooled.href,
    endsBy: 'SIGKILL',
  })
}

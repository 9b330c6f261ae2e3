import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** A program that speaks PostgreSQL's protocol, in a folder of its own. */
export type StartedServer = { url: string; stop(): Promise<void> }

/** Timeout of the start; ms. */
const START_MS = 60_000

/**
 * The user `nobody` of every Linux: PostgreSQL and pgbouncer refuse root. Empty unless root runs the test.
 */
export const WITHOUT_ROOT: { uid?: number; gid?: number } =
  process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Starts it and waits until it accepts connections. It ends with `stop`, which deletes its folder, or with
 * the test's process.
 * @param url its URL.
 * @param endsBy the signal of `stop`.
 */
export async function startServer(
  program: string,
  args: readonly string[],
  { dir, url, endsBy, env }: { dir: string; url: string; endsBy: NodeJS.Signals; env?: NodeJS.ProcessEnv },
): Promise<StartedServer> {
  const server = spawn(program, args, { ...WITHOUT_ROOT, cwd: dir, stdio: 'ignore', ...(env && { env }) })
  const ended = once(server, 'exit')
  const endWithUs = () => server.kill('SIGQUIT')
  process.once('exit', endWithUs)
  const stop = async () => {
    server.kill(endsBy)
    await ended
    process.off('exit', endWithUs)
    await rm(dir, { recursive: true, force: true })
  }
  const deadline = Date.now() + START_MS
  while (!(await acceptsConnections(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`${program} did not start.`)
    }
    await delay(20)
  }
  return { url, stop }
}

async function acceptsConnections(url: string): Promise<boolean> {
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

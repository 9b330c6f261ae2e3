import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#db/embedded/free-port.ts'

const DEPLOY = path.join(import.meta.dirname, '../../deploy')
/** Timeout of its start, ms. */
const START_MS = 30_000

/**
 * A load balancer on this machine in front of three stores, with the file of deploy/ as its configuration.
 */
export type Balancer = {
  url: string
  /** Resolves when it sends requests to the store at this port again. */
  uses(port: number): Promise<void>
  /** The lines of its log of requests; none of HAProxy's. */
  loggedRequests(): Promise<string>
  close(): Promise<void>
}

/** The load balancers of deploy/, and whether this machine has them. */
export const BALANCERS = [
  { name: 'HAProxy', program: find('haproxy'), start: startHaproxy },
  { name: 'nginx', program: find('nginx'), start: startNginx },
]

function find(program: string): string | undefined {
  return ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((dir) => path.join(dir, program))
    .find((file) => existsSync(file))
}

async function startHaproxy(program: string, ports: readonly number[]): Promise<Balancer> {
  return start(ports, 'haproxy.cfg', async (text, dir) => {
    const control = path.join(dir, 'control')
    const file = path.join(dir, 'haproxy.cfg')
    await writeFile(file, `global\n  stats socket ${control} level operator\n${text}`)
    return {
      child: spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] }),
      // Its health checks decide.
      isUsed: async (port) => (await askHaproxy(control)).includes(`127.0.0.1:${port} UP`),
    }
  })
}

/** The state of each server, such as `127.0.0.1:3001 UP`. */
async function askHaproxy(control: string): Promise<string[]> {
  const socket = connect(control)
  socket.write('show stat\n')
  let text = ''
  for await (const part of socket.setEncoding('utf8')) text += part
  const [head = '', ...lines] = text.replace(/^# /, '').split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const fields = line.split(',')
    return `${fields[names.indexOf('addr')]} ${fields[names.indexOf('status')]}`
  })
}

async function startNginx(program: string, ports: readonly number[]): Promise<Balancer> {
  return start(ports, 'nginx.conf', async (text, dir) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${dir}/${kind};`)
      .join('\n')
    const file = path.join(dir, 'nginx.conf')
    const ours = text
      .replace('/var/cache/driveline', path.join(dir, 'cache'))
      .replace('/var/log/nginx/access.log', path.join(dir, 'requests'))
    await writeFile(
      file,
      `daemon off;\nmaster_process off;\npid ${dir}/pid;\nevents {}\nhttp {\n${temporary}\n${ours}\n}\n`,
    )
    return {
      child: spawn(program, ['-e', path.join(dir, 'errors'), '-c', file], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
      // It probes passively, with requests that it retries elsewhere when refused.
      isUsed: () => Promise.resolve(true),
    }
  })
}

async function start(
  ports: readonly number[],
  fileName: string,
  run: (
    text: string,
    dir: string,
  ) => Promise<{ child: ChildProcess; isUsed: (port: number) => Promise<boolean> }>,
): Promise<Balancer> {
  const dir = await mkdtemp(path.join(tmpdir(), 'driveline-balancer-'))
  const port = await freePort()
  const text = withPorts(
    readFileSync(path.join(DEPLOY, fileName), 'utf8'),
    new Map([['8080', port], ...ports.map((to, i) => [`300${i + 1}`, to] as const)]),
  )
  const { child, isUsed } = await run(text, dir)
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const until = async (holds: () => Promise<boolean>) => {
    const deadline = Date.now() + START_MS
    while (!(await holds().catch(() => false))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${fileName}: it does not work.`)
      await delay(20)
    }
  }
  const balancer: Balancer = {
    url,
    loggedRequests: () => readFile(path.join(dir, 'requests'), 'utf8').catch(() => ''),
    uses: (storePort) => until(() => isUsed(storePort)),
    async close() {
      child.kill('SIGKILL')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
  try {
    await until(async () => (await fetch(`${url}/readyz`)).ok)
    for (const storePort of ports) await balancer.uses(storePort)
  } catch (error) {
    await balancer.close()
    throw error
  }
  return balancer
}

/** All in one pass: a store's own port may begin with the digits of one that is replaced. */
function withPorts(text: string, ports: ReadonlyMap<string, number>): string {
  const named = new Set<string>()
  const replaced = text.replaceAll(/127\.0\.0\.1:(\d+)/g, (address, port: string) => {
    named.add(port)
    return ports.has(port) ? `127.0.0.1:${ports.get(port)}` : address
  })
  for (const port of ports.keys()) {
    if (!named.has(port)) throw new Error(`The configuration does not name 127.0.0.1:${port}.`)
  }
  return replaced
}

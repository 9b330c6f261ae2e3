import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { onTestFinished } from 'vitest'
import { freePort } from '#db/embedded/free-port.ts'

/** OpenStack Swift from Debian's packages. */
export const SWIFT_IS_INSTALLED =
  existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/swift-ring-builder')

const KEYS = { S3_ACCESS_KEY_ID: 'driveline:store', S3_SECRET_ACCESS_KEY: 'a-secret-of-the-tests' }
const BUCKET = 'driveline-pictures'
const START_MS = 150_000

/**
 * Starts OpenStack Swift with its S3 interface for the running test: a proxy, and one server each for
 * accounts, containers and objects. It checks signatures and hashes like Amazon's S3.
 * @returns settings of a store that uses a new bucket there.
 */
export async function startSwift(): Promise<Record<string, string>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'driveline-swift-'))
  const servers: ReturnType<typeof spawn>[] = []
  onTestFinished(async () => {
    for (const server of servers) {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    }
    await rm(dir, { recursive: true, force: true })
  })
  await mkdir(path.join(dir, 'devices/d1'), { recursive: true })
  const common = `workers = 0\nbind_ip = 127.0.0.1\nuser = ${userInfo().username}\nswift_dir = ${dir}\n`
  const start = async (name: string, config: string) => {
    const file = path.join(dir, `${name}.conf`)
    await writeFile(file, config)
    servers.push(spawn(`/usr/bin/swift-${name}`, [file], { cwd: dir, stdio: 'ignore' }))
  }

  for (const kind of ['account', 'container', 'object']) {
    const port = await freePort()
    const ring = (...args: string[]) =>
      spawnSync('/usr/bin/swift-ring-builder', [`${kind}.builder`, ...args], { cwd: dir })
    ring('create', '4', '1', '1')
    const at = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(port)]
    ring('add', ...at, '--device', 'd1', '--weight', '1')
    ring('rebalance')
    await start(
      `${kind}-server`,
      `[DEFAULT]\n${common}bind_port = ${port}\ndevices = ${dir}/devices\nmount_check = false\n` +
        `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    )
  }
  const port = await freePort()
  const filters = [
    ['catch_errors'],
    ['cache', 'memcache'],
    ['listing_formats'],
    ['copy'],
    ['slo'],
    ['dlo'],
  ] as const
  await start(
    'proxy-server',
    `[DEFAULT]\n${common}bind_port = ${port}\n[pipeline:main]\n` +
      'pipeline = catch_errors cache listing_formats s3api tempauth copy slo dlo proxy-server\n' +
      '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n' +
      '[filter:s3api]\nuse = egg:swift#s3api\nlocation = us-east-1\n' +
      `[filter:tempauth]\nuse = egg:swift#tempauth\nuser_driveline_store = ${KEYS.S3_SECRET_ACCESS_KEY} .admin\n` +
      filters.map(([name, egg = name]) => `[filter:${name}]\nuse = egg:swift#${egg}\n`).join(''),
  )

  const url = `http://127.0.0.1:${port}`
  const client = new AwsClient({
    accessKeyId: KEYS.S3_ACCESS_KEY_ID,
    secretAccessKey: KEYS.S3_SECRET_ACCESS_KEY,
    region: 'us-east-1',
    service: 's3',
    retries: 0,
  })
  const deadline = Date.now() + START_MS
  while ((await client.fetch(`${url}/${BUCKET}`, { method: 'PUT' }).catch(() => null))?.status !== 200) {
    if (Date.now() > deadline) throw new Error('OpenStack Swift did not start.')
    await delay(100)
  }
  return { S3_ENDPOINT: url, S3_BUCKET: BUCKET, ...KEYS }
}

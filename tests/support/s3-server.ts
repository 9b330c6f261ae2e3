import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** The server's misbehavior: for each request, the handler that replaces its work; `null` for none. */
type Fault = (request: IncomingMessage, response: ServerResponse) => 'handled' | null

/** s3rver with one bucket, from the packages in the folder s3-server. */
export type S3Server = {
  /** Settings of a store that uses it. */
  env: Record<string, string>
  /** Method and path of each request so far. */
  requests: string[]
  /** Changes its misbehavior. */
  fail(fault: Fault | null): void
  /** Names of the pictures' files in the bucket. */
  files(): Promise<string[]>
  /** Headers with which the bucket serves a file. */
  headersOf(name: string): Promise<Record<string, string>>
}

const BUCKET = 'driveline-pictures'
const KEYS = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

type S3rver = new (options: object) => {
  configureBuckets(): Promise<unknown>
  callback(): RequestListener
}

/** Starts it for the running test, on a free port. `hostname`: the store's name for this machine. */
export async function startS3Server({ hostname = '127.0.0.1' } = {}): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'driveline-s3-'))
  const s3 = new (loadS3rver())({
    directory,
    silent: true,
    serviceEndpoint: 'localhost',
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  await s3.configureBuckets()
  const work = s3.callback()
  const requests: string[] = []
  let fault: Fault | null = null
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (fault?.(request, response) !== 'handled') work(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(directory, { recursive: true, force: true })
  })
  return {
    env: {
      S3_ENDPOINT: `http://${hostname}:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: BUCKET,
      ...KEYS,
    },
    requests,
    fail: (next) => (fault = next),
    async files() {
      const names = await readdir(path.join(directory, BUCKET, 'images')).catch(() => [])
      // s3rver adds a suffix for contents, metadata and hash.
      return names
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.slice(0, -'._S3rver_object'.length))
        .toSorted()
    },
    async headersOf(name) {
      const file = path.join(directory, BUCKET, 'images', `${name}._S3rver_metadata.json`)
      return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    },
  }
}

/** Responds to every request with this status. */
export function respondWith(status: number, headers: Record<string, string> = {}): Fault {
  return (_, response) => {
    response.writeHead(status, headers).end()
    return 'handled'
  }
}

/** Never responds. */
export const hanging: Fault = () => 'handled'

function loadS3rver(): S3rver {
  const folder = path.join(import.meta.dirname, 's3-server')
  if (!existsSync(path.join(folder, 'node_modules'))) install(folder)
  return createRequire(path.join(folder, 'package.json'))('s3rver') as S3rver
}

/**
 * Two test files may install concurrently: each installs into a temporary folder, and the first to finish
 * moves it into place.
 */
function install(folder: string): void {
  const own = mkdtempSync(path.join(folder, 'install-'))
  try {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(folder, file), path.join(own, file))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: own, stdio: 'ignore' })
    renameSync(path.join(own, 'node_modules'), path.join(folder, 'node_modules'))
  } catch (error) {
    if (!existsSync(path.join(folder, 'node_modules'))) throw error
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Whether this machine can build images without a daemon: Debian with its buildah and mmdebstrap, as root.
 */
export const canBuildImages =
  process.geteuid?.() === 0 && ['/usr/bin/buildah', '/usr/bin/mmdebstrap'].every((file) => existsSync(file))

/** A built image, unpacked. */
export type Image = {
  /** Its files. */
  root: string
  megabytes: number
  /**
   * Runs a command as the image's user on a read-only root; only /data and /tmp can be written, and are
   * empty.
   */
  run(command: readonly string[], env?: Record<string, string>): ChildProcess
  /** The image's own command. */
  command: readonly string[]
  user: string
  /** Removes the image and all leftovers of its build. */
  remove(): void
}

/**
 * Builds the Dockerfile. Its base images are made from Debian's packages and this machine's Node, as
 * docker.io is not reachable everywhere: they add nothing to the official ones, and npm is the same.
 */
export function buildImage(): Image {
  const dir = mkdtempSync(path.join(tmpdir(), 'driveline-image-'))
  const buildah = (...args: string[]) => {
    const storage = ['--root', path.join(dir, 'storage'), '--runroot', path.join(dir, 'run')]
    return execute('buildah', ['--storage-driver', 'vfs', ...storage, ...args])
  }
  const build = (name: string, folder: string, ...args: string[]) =>
    buildah('build', '--isolation', 'chroot', '--format', 'docker', '--tag', name, ...args, folder)

  makeBases(dir, build)
  build('driveline', ROOT, ...argOf('NODE_IMAGE', 'driveline-node'), ...argOf('BASE_IMAGE', 'driveline-base'))
  const container = buildah('from', 'localhost/driveline').trim()
  const root = buildah('mount', container).trim()
  const { Env, Cmd, User, WorkingDir } = JSON.parse(buildah('inspect', container)).Docker.config
  return {
    root,
    // The size as registries count it: the bytes of files, not the blocks of this disk.
    megabytes: Number.parseInt(
      execute('du', ['--apparent-size', '--block-size=MB', '--summarize', root]),
      10,
    ),
    command: Cmd,
    user: User,
    run: (command, env = {}) => runIn(root, User, WorkingDir, command, { PATH, ...asRecord(Env), ...env }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

const argOf = (name: string, image: string) => ['--build-arg', `${name}=localhost/${image}`]

/** Debian like its slim image, and the same with the pinned Node and npm. */
function makeBases(dir: string, build: (name: string, folder: string) => void): void {
  const context = path.join(dir, 'bases')
  const without = ['doc', 'man', 'locale', 'info', 'lintian'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  )
  execute('mkdir', ['-p', path.join(context, 'base'), path.join(context, 'node')])
  const release = /VERSION_CODENAME=(\w+)/.exec(execute('cat', ['/etc/os-release']))?.[1] ?? 'stable'
  execute('mmdebstrap', [
    '--quiet',
    '--variant=apt',
    ...without,
    '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*.bin',
    // The slim image has only the small perl-base.
    '--customize-hook=rm -rf "$1"/usr/share/perl "$1"/usr/lib/*/perl "$1"/usr/lib/*/libperl.so*',
    release,
    path.join(context, 'base', 'base.tar'),
  ])
  writeFileSync(path.join(context, 'base', 'Dockerfile'), 'FROM scratch\nADD base.tar /\n')
  build('driveline-base', path.join(context, 'base'))

  cpSync(process.execPath, path.join(context, 'node', 'node'), { dereference: true })
  cpSync(npmFolder(), path.join(context, 'node', 'npm'), { recursive: true, dereference: true })
  // A machine whose network has its own certificate authority passes it to Node, and must pass it to the
  // build.
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities) cpSync(authorities, path.join(context, 'node', 'authorities.pem'), { dereference: true })
  else writeFileSync(path.join(context, 'node', 'authorities.pem'), '')
  writeFileSync(
    path.join(context, 'node', 'Dockerfile'),
    `FROM localhost/driveline-base
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY authorities.pem /usr/local/share/authorities.pem
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.pem
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`,
  )
  build('driveline-node', path.join(context, 'node'))
}

/** The npm of this machine. */
function npmFolder(): string {
  return path.join(execute('npm', ['root', '--global']).trim(), 'npm')
}

/**
 * Arguments that run the image in its own namespaces: a read-only root, a /data and a /tmp in memory, and no
 * privileges.
 */
function runIn(
  root: string,
  user: string,
  folder: string,
  command: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  return spawn('unshare', ['--mount', 'sh', '-ec', enter, root, user, folder, ...command], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a command like a container runtime; the user has no privileges, so none need be dropped. */
const enter = `
  root=$0 user=$1 folder=$2; shift 2
  mount --bind "$root" "$root"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount -t tmpfs -o "uid=\${user%:*},gid=\${user#*:}" tmpfs "$root/data"
  mount -o remount,bind,ro "$root"
  exec chroot --userspec="$user" "$root" sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`

const asRecord = (env: readonly string[]) =>
  Object.fromEntries(env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))

function execute(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr.slice(-3_000)}`)
  return stdout
}

/** Its output, once it has ended. */
export async function outputOf(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part))
  const [code] = await once(child, 'close')
  return { code, text }
}

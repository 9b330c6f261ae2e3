import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#db/embedded/free-port.ts'

const CLI = path.join(import.meta.dirname, 'firebase/node_modules/firebase-tools/lib/bin/firebase.js')
/** A project whose name begins with demo- exists only in the emulator: no request reaches Google. */
export const PROJECT = 'demo-driveline'
/** The timeout of the start, in ms: on a busy machine it takes a minute. */
const START_MS = 240_000

/** Firebase's own emulator of its Authentication, started by its own command line, offline. */
export async function startFirebaseEmulator() {
  const dir = await mkdtemp(path.join(tmpdir(), 'driveline-firebase-'))
  const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()]
  const at = (port: number) => ({ host: '127.0.0.1', port })
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } }
  await writeFile(path.join(dir, 'firebase.json'), JSON.stringify({ emulators }))
  const args = [CLI, 'emulators:start', '--only', 'auth', '--project', PROJECT]
  const emulator = spawn(process.execPath, args, {
    cwd: dir,
    env: { PATH: process.env['PATH'], HOME: dir, CI: '1', NO_UPDATE_NOTIFIER: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [emulator.stdout, emulator.stderr])
    stream.on('data', (chunk) => (output += String(chunk)))
  const ended = once(emulator, 'exit')
  const killWithUs = () => emulator.kill('SIGKILL')
  process.once('exit', killWithUs)
  const url = `http://127.0.0.1:${auth}`

  async function stop(): Promise<void> {
    emulator.kill('SIGINT')
    const late = setTimeout(killWithUs, 30_000)
    await ended
    clearTimeout(late)
    process.off('exit', killWithUs)
    await rm(dir, { recursive: true, force: true })
  }

  const deadline = Date.now() + START_MS
  while (!(await responses(url))) {
    if (emulator.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The emulator did not start. It said:\n${output}`)
    }
    await delay(100)
  }

  /** The emulator's own calls, which stand in for the Firebase console and a mailbox. */
  async function call(method: string, where: string, body?: object): Promise<unknown> {
    const response = await fetch(url + where, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  return {
    host: `127.0.0.1:${auth}`,
    /** The link in the newest email of this kind to this address. */
    async linkInMail(email: string, kind: 'VERIFY_EMAIL' | 'PASSWORD_RESET'): Promise<string> {
      const { oobCodes } = (await call('GET', `/emulator/v1/projects/${PROJECT}/oobCodes`)) as {
        oobCodes: { email: string; requestType: string; oobLink: string }[]
      }
      const mail = oobCodes.findLast((each) => each.email === email && each.requestType === kind)
      if (!mail) throw new Error(`No ${kind} mail to ${email}`)
      return mail.oobLink
    },
    /** The actions of an admin in the Firebase console. */
    async disable(email: string): Promise<void> {
      const base = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`
      const { users } = (await call('POST', `${base}:lookup`, { email: [email] })) as {
        users: { localId: string }[]
      }
      await call('POST', `${base}:update`, { localId: users[0]?.localId, disableUser: true })
    },
    /**
     * An API client's sign-in over Firebase's own REST API.
     * @returns its ID token.
     */
    async signInByApi(email: string, password: string): Promise<string> {
      const where = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any'
      const response = await call('POST', where, { email, password, returnSecureToken: true })
      return (response as { idToken: string }).idToken
    },
    stop,
  }
}

export type FirebaseEmulator = Awaited<ReturnType<typeof startFirebaseEmulator>>

async function responses(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  )
}

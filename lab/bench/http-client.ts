import net from 'node:net'
import { LoadStats } from './load-report.ts'

// A separate process: sends HTTP requests over keep-alive connections, each after the last response or at
// fixed times.
// It reads only the status and length of a response, so that the server and not this client is the
// bottleneck.

/**
 * The requests to send: connection i cycles through `requests[i]` until `ms` have passed; `once`: or until
 * each was sent. `everyMs`: the time between two requests, with the connections taking turns; a late response
 * delays the next request, whose latency counts from when it was due. Without it there is no pause. `status`:
 * the expected status; with `redirects`, a 302 too.
 */
export type HttpJob = {
  port: number
  ms: number
  everyMs?: number
  requests: string[][]
  once?: boolean
  status: number
  redirects?: boolean
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** @param startsAt when its first request is due, by performance.now(). */
function runConnection(
  job: HttpJob,
  requests: string[],
  tally: LoadStats,
  startsAt: number,
  until: number,
): Promise<void> {
  return new Promise((done) => {
    const socket = net.connect({ port: job.port, host: '127.0.0.1', noDelay: true })
    const bytes = requests.map((request) => Buffer.from(request))
    let next = 0
    let sentAt = 0
    let pending = Buffer.alloc(0)
    let missing = -1
    let status = ''
    const finish = () => {
      socket.destroy()
      done()
    }
    const send = () => {
      if (job.once && next === bytes.length) return finish()
      const now = performance.now()
      const dueAt = job.everyMs === undefined ? now : startsAt + next * job.everyMs
      if (Math.max(now, dueAt) >= until) return finish()
      const write = (since: number) => {
        sentAt = since
        socket.write(bytes[next++ % bytes.length] ?? '')
      }
      // A late timer is not the store's fault.
      if (dueAt > now) setTimeout(() => write(performance.now()), dueAt - now)
      else write(dueAt)
    }
    const completeResponse = () => {
      if (status === String(job.status) || (job.redirects && status === '302'))
        tally.good(performance.now() - sentAt)
      else tally.bad(`status ${status}`)
      missing = -1
      pending = Buffer.alloc(0)
      send()
    }
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      if (missing >= 0) {
        missing -= chunk.length
      } else {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        const end = pending.indexOf(HEAD_END)
        if (end < 0) return
        const head = pending.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        status = head.slice(9, 12)
        if (length !== undefined) missing = Number(length) - (pending.length - end - HEAD_END.length)
        // Redirects and errors, which have almost no body.
        else if (pending.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) missing = 0
        else return
      }
      if (missing <= 0) completeResponse()
    })
    socket.on('error', (error) => {
      tally.bad(error.message)
      completeResponse()
    })
    socket.on('close', () => done())
  })
}

process.on('message', async (job: HttpJob) => {
  const tally = new LoadStats()
  const startedAt = performance.now()
  const apartMs = (job.everyMs ?? 0) / job.requests.length
  await Promise.all(
    job.requests.map((requests, i) =>
      runConnection(job, requests, tally, startedAt + i * apartMs, startedAt + job.ms),
    ),
  )
  process.send?.(tally.report(performance.now() - startedAt))
})

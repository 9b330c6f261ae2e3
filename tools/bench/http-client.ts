import net from 'node:net'
import { LoadStats } from './load-report.ts'

// A separate process: sends HTTP over keep-alive connections, each its next request after the last response.
// It reads only status and length of a response, so that the server and not this client is the bottleneck.

/**
 * What to send: connection i cycles through `requests[i]` until `ms` have passed. `status`: what is expected; with `redirects` a 302 too.
 */
export type HttpJob = { port: number; ms: number; requests: string[][]; status: number; redirects?: boolean }

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

function runConnection(job: HttpJob, requests: string[], tally: LoadStats, until: number): Promise<void> {
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
      if (performance.now() >= until) return finish()
      sentAt = performance.now()
      socket.write(bytes[next++ % bytes.length] ?? '')
    }
    const answered = () => {
      if (status === String(job.status) || (job.redirects && status === '302'))
        tally.good(performance.now() - sentAt)
      else tally.bad(`answered ${status}`)
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
        // Redirects and errors, which have next to no body.
        else if (pending.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) missing = 0
        else return
      }
      if (missing <= 0) answered()
    })
    socket.on('error', (error) => {
      tally.bad(error.message)
      finish()
    })
    socket.on('close', () => done())
  })
}

process.on('message', async (job: HttpJob) => {
  const tally = new LoadStats()
  const startedAt = performance.now()
  await Promise.all(job.requests.map((requests) => runConnection(job, requests, tally, startedAt + job.ms)))
  process.send?.(tally.report(performance.now() - startedAt))
})

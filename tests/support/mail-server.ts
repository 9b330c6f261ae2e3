import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from '#db/embedded/free-port.ts'

/** An email as the server received it. `text` and `html` are decoded. */
export type ReceivedMail = {
  to: string[]
  data: string
  headers: Map<string, string>
  text: string
  html: string
}

/** A mail server that can be switched off and on again at the same address. */
export type MailServer = {
  url: string
  mails: ReceivedMail[]
  /** How clients greeted it: "EHLO shop.example". */
  greetings: string[]
  /** Responses to recipients, by email address, such as `550 No such user`. Others are accepted. */
  responses: Map<string, string>
  /**
   * Called before an email is acknowledged. It is already stored: without the acknowledgment it is delivered
   * again.
   */
  beforeAcknowledging: () => Promise<void>
  up(): Promise<void>
  down(): Promise<void>
}

/** A minimal mail server that accepts emails by SMTP and stores them. */
export async function mailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  // Kept while it is down.
  const port = await freePort()
  let server: Server | undefined
  const up = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        serve(socket, received)
      })
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  const down = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server?.close(() => resolve())
    })
  const received: MailServer = {
    url: '',
    mails: [],
    greetings: [],
    responses: new Map(),
    beforeAcknowledging: () => Promise.resolve(),
    up,
    down,
  }
  await up()
  received.url = `smtp://127.0.0.1:${port}`
  return received
}

function serve(socket: Socket, server: MailServer) {
  let to: string[] = []
  let data: string[] | null = null
  let rest = ''
  socket.on('error', () => undefined)
  socket.write('220 test\r\n')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (data && line === '.') {
        server.mails.push(readMail(to, data.join('\n')))
        to = []
        data = null
        void server.beforeAcknowledging().then(() => socket.write('250 accepted\r\n'))
      } else if (data) {
        data.push(line.startsWith('..') ? line.slice(1) : line)
      } else if (line.startsWith('RCPT TO:')) {
        const recipient = line.slice('RCPT TO:'.length)
        const response = server.responses.get(recipient.replaceAll(/[<>]/g, ''))
        if (response === undefined) to.push(recipient)
        socket.write(`${response ?? '250 ok'}\r\n`)
      } else if (/^(?:EHLO|HELO) /.test(line)) {
        server.greetings.push(line)
        // Like a server that only speaks the older protocol.
        socket.write(
          line.startsWith('HELO') ? '250 ok\r\n' : `${server.responses.get('EHLO') ?? '250 ok'}\r\n`,
        )
      } else if (line === 'RSET') {
        to = []
        socket.write('250 ok\r\n')
      } else if (line === 'DATA') {
        data = []
        socket.write('354 go on\r\n')
      } else if (line === 'QUIT') {
        socket.end('221 bye\r\n')
      } else {
        socket.write('250 ok\r\n')
      }
    }
  })
}

function readMail(to: string[], data: string): ReceivedMail {
  const { headers, body } = readPart(data)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  // The line break before a boundary belongs to the boundary.
  const parts =
    boundary === undefined
      ? []
      : `\n${body}`.split(`\n--${boundary}`).map((part) => readPart(part.trimStart()))
  const decoded = (type: string) => {
    const part = parts.find((one) => one.headers.get('content-type')?.startsWith(type))
    return part ? decode(part) : ''
  }
  return { to, data, headers, text: decoded('text/plain'), html: decoded('text/html') }
}

type Part = { headers: Map<string, string>; body: string }

function readPart(data: string): Part {
  const [head = '', ...body] = data.split('\n\n')
  const headers = head
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')
    .map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    })
  return { headers: new Map(headers), body: body.join('\n\n') }
}

function decode({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

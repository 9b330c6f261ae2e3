import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A mail server that can be switched off and on again at the same address. */
export type MailServer = {
  url: string
  mails: { to: string[]; data: string }[]
  up(): Promise<void>
  down(): Promise<void>
}

/** A mail server of a few lines: it accepts mails by SMTP and stores them. */
export async function mailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = []
  const sockets = new Set<Socket>()
  let port = 0
  let server: Server | undefined
  const up = () =>
    new Promise<void>((resolve) => {
      const opened = createServer((socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
        serve(socket, mails)
      })
      server = opened.listen(port, '127.0.0.1', () => {
        port = (opened.address() as AddressInfo).port
        resolve()
      })
    })
  const down = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server?.close(() => resolve())
    })
  await up()
  return { url: `smtp://127.0.0.1:${port}`, mails, up, down }
}

function serve(socket: Socket, mails: MailServer['mails']) {
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
        mails.push({ to, data: data.join('\n') })
        to = []
        data = null
        socket.write('250 accepted\r\n')
      } else if (data) {
        data.push(line)
      } else if (line.startsWith('RCPT TO:')) {
        to.push(line.slice('RCPT TO:'.length))
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

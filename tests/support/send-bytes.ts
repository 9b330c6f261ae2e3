import { connect } from 'node:net'

/**
 * Sends bytes over a new connection and returns the response until it is closed. Both as Latin-1: one
 * character is one byte.
 */
export function sendBytes(storeUrl: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(storeUrl).port), '127.0.0.1')
    let response = ''
    socket.on('data', (chunk) => (response += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(response))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

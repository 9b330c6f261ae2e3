import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '#domain/products/image-store.ts'
import { createPictureFetcher } from './fetch-picture.ts'
import { isPublicAddress } from './public-addresses.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return String((server.address() as AddressInfo).port)
}

/** A fetcher that may ask the servers of a test, whose names resolve to this machine. */
const fetcher = (port: string, more: Partial<Parameters<typeof createPictureFetcher>[0]> = {}) =>
  createPictureFetcher({
    ownHost: () => 'shop.example',
    isAllowed: (address) => address === '127.0.0.1',
    ports: [port],
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    ...more,
  })
const never = new AbortController().signal
const png = { 'Content-Type': 'image/png' }

describe('an address is public', () => {
  test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001:81b::200e'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('an address is not public', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'localhost',
    '',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
  test('that of this machine', () => {
    for (const all of Object.values(networkInterfaces()))
      for (const { address } of all ?? []) expect(isPublicAddress(address)).toBe(false)
  })
})

test('a picture is fetched, and nothing of the store is sent', async () => {
  let received: object = {}
  const port = await listen(({ headers, url }, response) => {
    received = { ...headers, url }
    response.writeHead(200, png).end('bytes')
  })
  const bytes = await fetcher(port)(`http://pictures.example:${port}/a.png?b=1`, never)
  expect(Buffer.from(bytes).toString()).toBe('bytes')
  expect(received).toEqual({
    accept: 'image/*',
    'accept-encoding': 'identity',
    connection: 'close',
    host: `pictures.example:${port}`,
    url: '/a.png?b=1',
    'user-agent': 'Driveline',
  })
})

test.each([
  ['ftp://pictures.example/a.png', 'Only http and https'],
  ['file:///etc/passwd', 'Only http and https'],
  ['https://user:word@pictures.example/a.png', 'password'],
  ['https://pictures.example:8443/a.png', 'usual ports'],
  ['http://pictures.example:22/', 'usual ports'],
  ['http://127.0.0.1/a.png', 'public internet'],
  ['http://2130706433/a.png', 'public internet'],
  ['http://0x7f.1/a.png', 'public internet'],
  ['http://[::1]/a.png', 'public internet'],
  ['http://[::ffff:169.254.169.254]/a.png', 'public internet'],
  ['http://169.254.169.254/latest/meta-data/', 'public internet'],
  ['https://localhost/a.png', 'public internet'],
  ['https://shop.example/a.png', 'public internet'],
  ['https://SHOP.example./a.png', 'public internet'],
  ['http:///', 'whole address'],
])('%s is not asked', async (url, message) => {
  const fetchPicture = createPictureFetcher({ ownHost: () => 'shop.example' })
  await expect(fetchPicture(url, never)).rejects.toThrow(message)
})

test.each<Record<string, string>>([
  {},
  { 'Content-Type': '' },
  { 'Content-Type': 'IMAGE/JPEG' },
  { 'Content-Type': 'binary/octet-stream' },
  { 'Content-Type': 'application/octet-stream; charset=binary' },
])('what is served as %j may be a picture', async (headers) => {
  const port = await listen((_, response) => response.writeHead(200, headers).end('bytes'))
  const bytes = await fetcher(port)(`http://pictures.example:${port}/`, never)
  expect(Buffer.from(bytes).toString()).toBe('bytes')
})

test.each(['text/html', 'text/plain', 'application/json', 'application/octet-streams', 'binary/png'])(
  'what is served as %s is no picture',
  async (type) => {
    const headers = { 'Content-Type': type }
    const port = await listen((_, response) => response.writeHead(200, headers).end('<html>'))
    const fetching = fetcher(port)(`http://pictures.example:${port}/`, never)
    await expect(fetching).rejects.toThrow('not a picture')
  },
)

test('a name is not asked if one of its addresses is not public, and is resolved once', async () => {
  let resolved = 0
  const port = await listen((_, response) => response.writeHead(200, png).end('bytes'))
  const first = fetcher(port, {
    resolve: () => {
      resolved += 1
      // A second answer would lead to another address.
      return Promise.resolve([{ address: resolved === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }])
    },
  })
  await first(`http://pictures.example:${port}/`, never)
  expect(resolved).toBe(1)
  const mixed = fetcher(port, {
    resolve: () => Promise.resolve(['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 }))),
  })
  await expect(mixed(`http://pictures.example:${port}/`, never)).rejects.toThrow('public internet')
})

test('each redirect is checked like the first address, and three are followed', async () => {
  const port = await listen(({ url = '' }, response) => {
    const left = Number(url.slice(1))
    if (left === 0) return response.writeHead(200, png).end('bytes')
    if (url === '/inside') return response.writeHead(302, { Location: 'http://127.0.0.2/' }).end()
    if (url === '/file') return response.writeHead(302, { Location: 'file:///etc/passwd' }).end()
    return response.writeHead(302, { Location: `/${left - 1}` }).end()
  })
  const fetchPicture = (path: string) => fetcher(port)(`http://pictures.example:${port}${path}`, never)
  expect((await fetchPicture('/3')).length).toBe(5)
  await expect(fetchPicture('/4')).rejects.toThrow('more than 3 times')
  await expect(fetchPicture('/inside')).rejects.toThrow('usual ports')
  await expect(fetchPicture('/file')).rejects.toThrow('Only http and https')
})

test.each<[string, RequestListener, string]>([
  ['an error', (_, response) => response.writeHead(404, png).end(), 'status 404'],
  [
    'a length beyond the limit',
    (_, response) =>
      response.writeHead(200, { ...png, 'Content-Length': MAX_IMAGE_BYTES + 1 }).flushHeaders(),
    'larger than 5 MB',
  ],
  [
    'more bytes than the limit, without a length',
    (_, response) => response.writeHead(200, png).end(Buffer.alloc(MAX_IMAGE_BYTES + 1)),
    'larger than 5 MB',
  ],
  ['nothing', () => {}, 'within 0.3 seconds'],
  ['half a picture', (_, response) => response.writeHead(200, png).write('half'), 'within 0.3 seconds'],
  ['a broken response', ({ socket }) => socket.end('nonsense\r\n\r\n'), 'cannot be reached'],
])('a server that responds with %s is said', async (_, listener, message) => {
  const port = await listen(listener)
  const fetchPicture = fetcher(port, { timeoutMs: message.startsWith('within') ? 300 : 60_000 })
  await expect(fetchPicture(`http://pictures.example:${port}/`, never)).rejects.toThrow(message)
})

test('a name server that does not answer, and a name that does not exist, are said', async () => {
  const silent = fetcher('', { resolve: () => new Promise(() => {}), timeoutMs: 50 })
  await expect(silent('https://pictures.example/', never)).rejects.toThrow('within 0.05 seconds')
  const unknown = fetcher('', { resolve: () => Promise.reject(new Error('ENOTFOUND')) })
  await expect(unknown('https://pictures.example/', never)).rejects.toThrow('cannot be reached')
})

test('a fetch ends when its import has to stop', async () => {
  const port = await listen(() => {})
  const stop = new AbortController()
  const fetching = fetcher(port)(`http://pictures.example:${port}/`, stop.signal)
  stop.abort()
  await expect(fetching).rejects.toThrow('aborted')
})

import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

const hasIPv6 = Object.values(networkInterfaces()).some((own) =>
  own?.some(({ address }) => address === '::1'),
)

test.each(['127.0.0.1', '0.0.0.0', 'localhost', ...(hasIPv6 ? ['::1', '::'] : [])])(
  'a store that listens on %s reaches itself, as its card simulator and webhooks must',
  async (host) => {
    const listening = await listen((_req, res) => res.end('hello'), host, 0)
    expect(await (await fetch(`${listening.url}/`)).text()).toBe('hello')
    await listening.drain({ graceMs: 0, finishMs: 1_500 })
  },
)

test.each(['203.0.113.1', '[::1]'])(
  'a host that is not an address of this machine (%s) is refused with the name of its setting',
  async (host) => {
    const response = () => undefined
    await expect(listen(response, host, 0)).rejects.toMatchObject({
      name: 'ListenError',
      message: expect.stringMatching(
        /^The store cannot listen on HOST=.*: set HOST to an address of this machine/,
      ),
    })
    await expect(listen(response, host, 0, 'METRICS_PORT')).rejects.toThrow(
      / on METRICS_HOST=.* METRICS_PORT /,
    )
  },
)

/** The header in which the store's own server tells who is at the other end of the connection; it overwrites any sent from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-driveline-client-ip'

/**
 * The address that limits count by. IPv6 counts by its /64, which one household holds as a whole.
 * X-Forwarded-For is believed only behind a proxy of ours, and of it only the last entry: the one our proxy wrote.
 * @param trustProxy the setting TRUST_PROXY.
 */
export function clientAddress(headers: Headers, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return grouped(forwarded || headers.get(CLIENT_ADDRESS_HEADER) || 'unknown')
}

function grouped(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

import { isIPv6 } from 'node:net'
import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr'

/**
 * The IP address by which rate limits count. IPv6 addresses are grouped by /64, which one household has as a
 * whole. X-Forwarded-For is trusted only behind our own proxy, and only its last entry, which our proxy
 * wrote.
 * @param socket the remote address of the connection.
 * @param trustProxy the setting TRUST_PROXY.
 */
export function addressForLimits(
  socket: string | null,
  forwardedFor: string | null | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return grouped(forwarded || socket || 'unknown')
}

/**
 * Some proxies write a port after the address, and brackets around an IPv6 address; a link-local address may
 * have a zone.
 */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/

function grouped(written: string): string {
  const [, bracketed, dotted] = WITH_PORT.exec(written) ?? []
  const address = (bracketed ?? dotted ?? written).split('%', 1).join('')
  if (!isIPv6(address)) return address
  const bits = convertIPv6ToBinary(address)
  if (isIPv4MappedIPv6(bits)) return convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(bits))
  return `${convertIPv6BinaryToString((bits >> 64n) << 64n)}/64`
}

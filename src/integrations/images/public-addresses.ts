import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * IPv4 networks that are not public. Sources: IANA, "IPv4 Special-Purpose Address Registry" and "IPv4
 * Multicast Address Space Registry".
 */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and where clouds serve the credentials of their machines
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32', // Azure's own services, at a public address
]

/**
 * IPv6 networks in which a server on the internet can be: only IANA's one block of global unicast addresses.
 * Sources: IANA, "IPv6 Global Unicast Address Assignments".
 */
const PUBLIC_6 = ['2000::/3']
/** Parts of it that are not, or that contain an IPv4 address. Source: IANA, "IPv6 Special-Purpose …". */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const notPublic4 = listOf(NOT_PUBLIC_4, 'ipv4')
const public6 = listOf(PUBLIC_6, 'ipv6')
const notPublic6 = listOf(NOT_PUBLIC_6, 'ipv6')

/**
 * Whether an IP address is one of the public internet, and not of this machine: neither private, loopback,
 * link-local, a cloud's metadata, multicast nor reserved; no IPv6 form of an IPv4 address is.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || ownAddresses().has(address)) return false
  if (family === 4) return !notPublic4.check(address, 'ipv4')
  return public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

/** The addresses of this machine, as its interfaces write them. */
function ownAddresses(): ReadonlySet<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)))
}

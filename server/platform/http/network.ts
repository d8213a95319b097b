import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '#server/platform/config.ts'

const GROUPS = 8
const MAPPED = [0, 0, 0, 0, 0, 0xffff]

const dotted = (high: number, low: number): string => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')

/** Groups on one side of `::`, the last of which may be an IPv4 address; null if invalid. */
function groupsOf(text: string): number[] | null {
  if (text === '') return []
  const groups: number[] = []
  for (const [at, part] of text.split(':').entries()) {
    const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part)?.slice(1).map(Number)
    if (bytes && at === text.split(':').length - 1) {
      const [a = 0, b = 0, c = 0, d = 0] = bytes
      if (Math.max(a, b, c, d) > 0xff) return null
      groups.push(a * 0x100 + b, c * 0x100 + d)
    } else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return null
  }
  return groups
}

/** The eight groups of an IPv6 address in any notation; null for other text. */
function readIpv6(address: string): number[] | null {
  const [head = '', tail, more] = address.split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  if (!first || !last || more !== undefined) return null
  const missing = GROUPS - first.length - last.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  return [...first, ...Array.from({ length: missing }, () => 0), ...last]
}

/**
 * Returns the network by which an address is limited: an IPv4 address itself, also in IPv6 notation; the /64 prefix of an IPv6 address,
 * because one household has 2^64 of them. Zone ids are ignored. Text that is no address is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = readIpv6(address.replace(/%.*$/, ''))
  if (!groups) return address
  const [high = 0, low = 0] = groups.slice(MAPPED.length)
  if (MAPPED.every((group, at) => groups[at] === group)) return dotted(high, low)
  return groups
    .slice(0, GROUPS / 2)
    .map((group) => group.toString(16))
    .join(':')
}

/** Returns the first half of the network of an address, which its user recognizes: `203.0.*.*`, `2001:db8:*`; null for other text. */
export function halfNetwork(address: string): string | null {
  const network = networkOf(address)
  const bytes = /^(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(network)
  if (bytes) return `${bytes[1]}.*.*`
  const groups = /^([\da-f]+:[\da-f]+):[\da-f]+:[\da-f]+$/.exec(network)
  return groups ? `${groups[1]}:*` : null
}

/** Returns the network of an address as logs may have it: the /24 of an IPv4 address, the /48 of an IPv6 address; null for other text. */
export function cutNetwork(address: string): string | null {
  const network = networkOf(address)
  const bytes = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network)
  if (bytes) return `${bytes[1]}.0/24`
  const groups = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+$/.exec(network)
  return groups ? `${groups[1]}::/48` : null
}

type Trust = (address: string, hop: number) => boolean

/** Returns which proxies the server trusts: a number counts them, a text lists their addresses. */
export function trustedBy(setting: Config['trustProxy']): Trust | false {
  if (setting === false) return false
  if (setting === true) return () => true
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  return proxyAddr.compile(setting.split(',').map((one) => one.trim()))
}

/** Creates the function that reads the address of a caller past the trusted proxies, as routes have it in `request.ip`. */
export function makeReadAddress(setting: Config['trustProxy']): (request: IncomingMessage) => string {
  const trust = trustedBy(setting)
  return (request) => (trust && proxyAddr(request, trust)) || (request.socket.remoteAddress ?? '')
}

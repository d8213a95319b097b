import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Condition on the IP addresses that may be connected to. */
export type Allows = (address: string) => boolean

/** Thrown where a host has an address that may not be connected to. */
export class PrivateAddressError extends Error {
  constructor() {
    super('The address leads to a private network.')
  }
}

/** Public hosts of IPv6 have addresses in here (IANA); beside it, only special ranges are assigned. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3')

/** Returns whether an IP address is one of a public host: none that is private, local, shared, reserved, multicast or for documentation. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_V6))
}

const LOCAL_RANGES: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']

/** Returns whether an IP address is one of a host that may be opened by name: public, or of a network of one's own; never link-local. */
export function isReachableAddress(address: string): boolean {
  return isPublicAddress(address) || (isIP(address) !== 0 && LOCAL_RANGES.includes(ipaddr.parse(address).range()))
}

/**
 * Looks a host up once and accepts it only where all its addresses are allowed, so that the one that is connected to is one that was
 * checked. A host that is an address itself is not looked up: check it before.
 */
export const lookupAllowed =
  (allows: Allows): LookupFunction =>
  (host, options, callback) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) callback(error ?? new Error(`no address of ${host}`), '', 4)
      else if (!found.every(({ address }) => allows(address))) callback(new PrivateAddressError(), '', 4)
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }

/** Refuses a host of a URL that is an address which is not allowed. @throws PrivateAddressError */
export function checkHost({ hostname }: URL, allows: Allows): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !allows(host)) throw new PrivateAddressError()
}

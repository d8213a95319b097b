import dns, { type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Hosts that may be connected to: how the addresses of one are found, and which of them are allowed. */
export interface HostRule {
  find: (host: string) => Promise<readonly LookupAddress[]>
  allows: (address: string) => boolean
}

const LOCAL_RANGES: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']
/** Ranges of networks that are not the internet, or that translate to one; the others lead nowhere, such as multicast and reserved ones. */
const INNER_RANGES: readonly string[] = [...LOCAL_RANGES, 'linkLocal', 'unspecified', 'rfc6052', 'rfc6145', '6to4', 'teredo']
const isInner = (address: string) => INNER_RANGES.includes(ipaddr.process(address).range())

/** Thrown where a host has addresses that may not be connected to, or none. */
export class PrivateAddressError extends Error {
  /** @param addresses those that are not allowed */
  constructor(addresses: readonly string[]) {
    super(addresses.some(isInner) ? 'The address leads to a private network.' : "The address can't be reached over the internet.")
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

/** Returns whether an IP address is one of a host that may be opened by name: public, or of a network of one's own; never link-local. */
export function isReachableAddress(address: string): boolean {
  return isPublicAddress(address) || (isIP(address) !== 0 && LOCAL_RANGES.includes(ipaddr.parse(address).range()))
}

/** Pause after which name servers are asked a second time, and last. */
const QUERY = { timeout: 2000, tries: 2 }
/** Codes of DNS for a name without addresses. */
const UNKNOWN: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/**
 * Asks name servers for both families. The lookup of the system would hold one of the four threads that also read files, for as long as
 * name servers are silent. @throws an error with the code ENOTFOUND, or EAI_AGAIN where the servers failed
 */
async function queryAddresses(host: string): Promise<LookupAddress[]> {
  const resolver = new dns.promises.Resolver(QUERY)
  let isUnknown = true
  const read = (answer: Promise<string[]>, family: 4 | 6) =>
    answer.then(
      (found) => found.map((address) => ({ address, family })),
      ({ code }: NodeJS.ErrnoException) => {
        isUnknown &&= UNKNOWN.includes(code)
        return []
      },
    )
  const found = (await Promise.all([read(resolver.resolve4(host), 4), read(resolver.resolve6(host), 6)])).flat()
  if (found.length > 0) return found
  throw Object.assign(new Error(`no address of ${host}`), { code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN' })
}

/** Hosts of the internet. */
export const PUBLIC_HOSTS: HostRule = { find: queryAddresses, allows: isPublicAddress }

/** Hosts that the operator has opened by name, which the system looks up: by its file of hosts, too. */
export const OPENED_HOSTS: HostRule = { find: (host) => dns.promises.lookup(host, { all: true }), allows: isReachableAddress }

/**
 * Looks a host up once and accepts it only where all its addresses are allowed, so that the one that is connected to is one that was
 * checked. A host that is an address itself is not looked up: check it before.
 */
export const lookupAllowed =
  ({ find, allows }: HostRule): LookupFunction =>
  (host, options, callback) => {
    find(host).then(
      (found) => {
        const [first] = found
        const refused = found.flatMap(({ address }) => (allows(address) ? [] : [address]))
        if (!first || refused.length > 0) callback(new PrivateAddressError(refused), '', 4)
        else if (options.all) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, '', 4),
    )
  }

/** Refuses the host of a URL where it is an address that is not allowed, or a name of this machine. @throws PrivateAddressError */
export function checkHost({ hostname }: URL, { allows }: HostRule): void {
  const host = /(^|\.)localhost\.?$/.test(hostname) ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !allows(host)) throw new PrivateAddressError([host])
}

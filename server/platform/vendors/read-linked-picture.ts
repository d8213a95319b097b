import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_REDIRECTS = 3
const TIMEOUT_MS = 20_000

/**
 * Addresses that are no public hosts: private, local, shared, reserved, multicast and documentation networks (IANA special-purpose
 * registries).
 */
const SPECIAL = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(network, bits, 'ipv4')
/** Public hosts have addresses in 2000::/3, of which these parts lead to IPv4 networks or nowhere. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(network, bits, 'ipv6')

/** Returns whether an IP address is one of a public host. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !SPECIAL.check(address, 'ipv4')
  return family === 6 && PUBLIC_V6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

/** A picture, or why there is none; `again`: it may be there later. */
export type FetchedPicture = { bytes: Buffer } | { problem: string; again: boolean }

type Allows = (address: string) => boolean

class PrivateAddressError extends Error {}

const PRIVATE = 'The address leads to a private network.'
const SILENT = "The server didn't answer."

/**
 * Looks a host up and accepts it only where all its addresses are allowed, so that the one that is connected to is one that was checked.
 */
const lookupAllowed =
  (allows: Allows): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) callback(error ?? new Error(`no address of ${host}`), '', 4)
      else if (!found.every(({ address }) => allows(address))) callback(new PrivateAddressError(PRIVATE), '', 4)
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }

type Step = FetchedPicture | { location: string }

function readOne(url: URL, allows: Allows, signal: AbortSignal): Promise<Step> {
  const { promise, resolve, reject } = Promise.withResolvers<Step>()
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Reflute' }
  const sent = request(url, { lookup: lookupAllowed(allows), signal, headers, agent: false }, (response) => {
    const { statusCode = 0, headers: answered } = response
    const end = (step: Step) => {
      resolve(step)
      response.destroy()
    }
    if (statusCode >= 300 && statusCode < 400 && answered.location) return end({ location: answered.location })
    if (statusCode !== 200) return end({ problem: `The server answered ${statusCode}.`, again: statusCode === 429 || statusCode >= 500 })
    const tooLarge = { problem: 'It has more than 10 MB.', again: false }
    if (Number(answered['content-length'] ?? 0) > MAX_BYTES) return end(tooLarge)
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BYTES) end(tooLarge)
      else chunks.push(chunk)
    })
    response.on('end', () => resolve({ bytes: Buffer.concat(chunks) }))
    response.on('error', reject)
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

/**
 * Fetches a picture from a public host: at most 10 MB, three redirects and 20 seconds. Every host on the way is checked, so that no
 * address leads into the network of the shop. Whether it is a picture is for its decoder to say.
 */
export async function fetchPicture(address: string, allows: Allows = isPublicAddress): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let next = address
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const url = URL.canParse(next) ? new URL(next) : null
      if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return { problem: 'It is no web address.', again: false }
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !allows(host)) return { problem: PRIVATE, again: false }
      const step = await readOne(url, allows, signal)
      if (!('location' in step)) return step
      next = URL.canParse(step.location, url) ? new URL(step.location, url).href : ''
    }
    return { problem: 'It redirects more than three times.', again: false }
  } catch (error) {
    if (error instanceof PrivateAddressError) return { problem: PRIVATE, again: false }
    return { problem: SILENT, again: true }
  }
}

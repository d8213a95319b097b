import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { checkHost, type HostRule, lookupAllowed, PrivateAddressError, PUBLIC_HOSTS } from './public-address.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_REDIRECTS = 3
const TIMEOUT_MS = 20_000

/** A picture, or why there is none; `again`: it may be there later. */
export type FetchedPicture = { bytes: Buffer } | { problem: string; again: boolean }

const SILENT = "The server didn't answer."

type Step = FetchedPicture | { location: string }

function readOne(url: URL, hosts: HostRule, signal: AbortSignal): Promise<Step> {
  const { promise, resolve, reject } = Promise.withResolvers<Step>()
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Reflute' }
  const sent = request(url, { lookup: lookupAllowed(hosts), signal, headers, agent: false }, (response) => {
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
export async function fetchPicture(address: string, hosts: HostRule = PUBLIC_HOSTS): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let next = address
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const url = URL.canParse(next) ? new URL(next) : null
      if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return { problem: 'It is no web address.', again: false }
      checkHost(url, hosts)
      const step = await readOne(url, hosts, signal)
      if (!('location' in step)) return step
      next = URL.canParse(step.location, url) ? new URL(step.location, url).href : ''
    }
    return { problem: 'It redirects more than three times.', again: false }
  } catch (error) {
    if (error instanceof PrivateAddressError) return { problem: error.message, again: false }
    return { problem: SILENT, again: true }
  }
}

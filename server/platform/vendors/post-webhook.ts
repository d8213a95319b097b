import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { checkHost, type HostRule, lookupAllowed, PrivateAddressError } from './public-address.ts'

/** Time for an attempt, from the lookup of the host to the end of the answer. */
const ATTEMPT_MS = 15_000
/** Bytes of an answer that are read; the connection is closed then. */
const MAX_BYTES = 4096

/** An answer with the beginning of its text, or why there was none. */
export type WebhookAnswer = { status: number; text: string; retryAfter: string | undefined } | { problem: string }

/** A message to send, and the hosts that it may be sent to. */
interface Message {
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
  hosts: HostRule
  /** Aborts the attempt. */
  signal: AbortSignal
}

/** Sentences on failures, by the codes of Node; a code of TLS is named as it is. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host was not found.',
  EAI_AGAIN: "The host's name servers failed.",
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed without an answer.',
  EHOSTUNREACH: 'The host could not be reached.',
  ENETUNREACH: 'The host could not be reached.',
  ETIMEDOUT: 'The host could not be reached.',
}
const TIMED_OUT = `There was no answer within ${ATTEMPT_MS / 1000} seconds.`

function problemOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return error.message
  if (!(error instanceof Error)) return 'The message could not be sent.'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return TIMED_OUT
  const { code = '' } = error as NodeJS.ErrnoException
  const known = PROBLEMS[code]
  if (known !== undefined) return known
  return /CERT|SSL|TLS|SELF_SIGNED|ALTNAME|ISSUER/.test(code)
    ? `Its TLS certificate is not trusted: ${code}.`
    : 'The message could not be sent.'
}

function send({ url, headers, body, hosts, signal }: Message): Promise<WebhookAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>()
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const sent = request(url, { method: 'POST', lookup: lookupAllowed(hosts), signal, headers, agent: false }, (response) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => {
      const text = Buffer.concat(chunks).subarray(0, MAX_BYTES).toString('utf8')
      resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] })
      response.destroy()
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MAX_BYTES) end()
    })
    response.on('end', end)
    response.on('error', reject)
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** Posts a message once: no redirects are followed, the address is looked up once and checked, and little of the answer is read. */
export async function postWebhook(message: Omit<Message, 'signal'>, stopped?: AbortSignal): Promise<WebhookAnswer> {
  const limit = AbortSignal.timeout(ATTEMPT_MS)
  try {
    checkHost(message.url, message.hosts)
    return await send({ ...message, signal: stopped ? AbortSignal.any([limit, stopped]) : limit })
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

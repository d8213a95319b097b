import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'

/** A bucket of an S3 store, and who may use it. */
export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is the first part of the path; false: of the host name. */
  isPathStyle: boolean
}

/** A call to the bucket. */
export interface S3Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Name of an object; absent: the call is about the bucket. */
  name?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** An answer of the store, read to its end. */
export interface S3Answer {
  status: number
  headers: Headers
  body: Buffer
}

/** Thrown when the store does not answer, or answers that it cannot: asked again later it may work. */
export class StoreAwayError extends Error {}

const TRIES = 3
const FIRST_BYTE_MS = 5000
const WHOLE_MS = 60_000
/** A body is expected to travel at no less than a megabyte in a second. */
const BYTES_PER_MS = 1000
const PAUSE_MS = 100

const urlOf = ({ endpoint, bucket, isPathStyle }: S3Settings, { name = '', query = {} }: S3Call): URL => {
  const url = new URL(endpoint)
  const path = name.split('/').map(encodeURIComponent).join('/')
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${isPathStyle ? `${bucket}/` : ''}${path}`
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url
}

/** Signs a call with version 4 of AWS's signatures. */
export async function signCall(settings: S3Settings, call: S3Call, at: Date): Promise<{ url: URL; headers: Headers }> {
  const { accessKeyId, secretAccessKey, region } = settings
  const signer = new AwsV4Signer({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    method: call.method,
    url: urlOf(settings, call).href,
    headers: {
      ...call.headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(call.body ?? '')
        .digest('hex'),
    },
    datetime: at.toISOString().replace(/[:-]|\.\d{3}/g, ''),
  })
  const { url, headers } = await signer.sign()
  return { url, headers }
}

/** Returns why a try failed, in words of ours: the message of an error may hold the address with its signature. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error && /Timeout|Abort/.test(error.name) ? 'no answer in time' : 'the connection was lost'
}

async function tryCall(settings: S3Settings, call: S3Call, deadline: AbortSignal): Promise<S3Answer> {
  const { url, headers } = await signCall(settings, call, new Date())
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), FIRST_BYTE_MS + (call.body?.length ?? 0) / BYTES_PER_MS)
  const body = call.body && { body: call.body }
  try {
    const signal = AbortSignal.any([late.signal, deadline])
    const answer = await fetch(url, { method: call.method, headers, ...body, redirect: 'manual', signal })
    clearTimeout(timer)
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sends a call, three times if need be: each waits 5 s for the first byte, all of them together 60 s. Answers below 500 are returned,
 * whatever they say.
 * @throws StoreAwayError when the last try failed too
 */
export async function sendCall(settings: S3Settings, call: S3Call): Promise<S3Answer> {
  const deadline = AbortSignal.timeout(WHOLE_MS)
  for (let tried = 1; ; tried += 1) {
    let reason: string
    try {
      const answer = await tryCall(settings, call, deadline)
      if (answer.status < 500 && answer.status !== 429) return answer
      reason = `it answered with ${answer.status}`
    } catch (error) {
      reason = reasonOf(error)
    }
    if (tried === TRIES || deadline.aborted) throw new StoreAwayError(reason)
    await wait(Math.random() * PAUSE_MS * 2 ** tried)
  }
}

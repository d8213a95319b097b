import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** Encoding of a body; `identity`: none. */
export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

/** Best first. */
const ENCODINGS: readonly Encoding[] = ['br', 'zstd', 'gzip', 'identity']
const MAX_CHOICES = 500
/** Length of a header from which on its choice is made each time. */
const MAX_LENGTH = 200
/** Shorter bodies do not get smaller. */
export const MIN_LENGTH = 1024
const COMPRESSIBLE = /^text\b|\b(?:json|xml)\b/
/** Of brotli: a page of 103 kB takes 0.5 ms and has 17.3 kB; at 4 it would take 0.9 ms and have 16.5 kB, and most are sent once. */
const QUALITY = 3
/** Longest data that are compressed in the thread that answers: handing them to another one would take longer. */
export const MAX_DATA = 128 * 1024
/**
 * Brotli for data: a list of 67 kB takes 0.3 ms and has 16.3 kB; at 2 it would take 0.5 ms and have 15.2. Its output buffers are kept
 * until the next major garbage collection, so they are as small as costs no time.
 */
export const DATA = { chunkSize: 4096, params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 17 } }

/** Effort of compressing a body: not at all; shortly, because its like is rarely asked for twice; or as well as it pays. */
export type Effort = 'none' | 'short' | 'full'

type Compress = (body: Buffer) => Buffer | Promise<Buffer>
const COMPRESS: Record<Exclude<Effort, 'none'>, Record<Exclude<Encoding, 'identity'>, Compress>> = {
  short: { br: (body) => brotliCompressSync(body, DATA), zstd: (body) => zstdCompressSync(body), gzip: (body) => gzipSync(body) },
  // on threads of their own
  full: {
    br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    zstd: promisify(zstdCompress),
    gzip: promisify(gzip),
  },
}

/** Returns how a body with this content type is compressed; those that do not get smaller are not. */
export function effortOf(body: Buffer, type: string): Effort {
  if (body.length < MIN_LENGTH || !COMPRESSIBLE.test(type)) return 'none'
  return type.startsWith('application/json') && body.length <= MAX_DATA ? 'short' : 'full'
}

const DECODE: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliDecompressSync(body),
  zstd: (body) => zstdDecompressSync(body),
  gzip: (body) => gunzipSync(body),
  identity: (body) => body,
}

/** Returns a body as it was before it was compressed. */
export const decode = (body: Buffer, encoding: Encoding): Buffer => DECODE[encoding](body)

/**
 * Compresses a body, which may be compressed already. What it returns has memory of its own: a slice of a larger block would keep all of
 * that.
 */
export async function encode(body: Buffer, encoding: Encoding, effort: Effort, from: Encoding = 'identity'): Promise<Buffer> {
  const plain = decode(body, from)
  const encoded = encoding === 'identity' || effort === 'none' ? plain : await COMPRESS[effort][encoding](plain)
  return encoded.length === encoded.buffer.byteLength ? encoded : Buffer.from(new Uint8Array(encoded).buffer)
}

function choose(accepted: string): Encoding {
  const weights = new Map<string, number>()
  for (const entry of accepted.toLowerCase().split(',')) {
    const [, name = '', weight = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q=([\d.]+))?/.exec(entry) ?? []
    weights.set(name, Number(weight))
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? (encoding === 'identity' ? 0 : weights.get('*')) ?? 0
  const best = Math.max(...ENCODINGS.map(weightOf))
  return ENCODINGS.find((encoding) => best > 0 && weightOf(encoding) === best) ?? 'identity'
}

/** Choices by header: there are a few dozen browsers. */
const choices = new LRUCache<string, Encoding>({ max: MAX_CHOICES })

/** Returns the encoding for a client that sends this `Accept-Encoding` (RFC 9110, 12.5.3). */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const known = choices.get(accepted)
  if (known) return known
  const choice = choose(accepted)
  if (accepted.length <= MAX_LENGTH) choices.set(accepted, choice)
  return choice
}

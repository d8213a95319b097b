import { Readable } from 'node:stream'
import { type S3Answer, type S3Call, type S3Settings, StoreAwayError, sendCall } from '#server/platform/vendors/s3-store.ts'
import { checkKey, type Files, FilesUnavailableError, type StoredFile } from './files.ts'

const PARALLEL_PUTS = 4

/** Makes what runs at most `max` calls at a time. */
function takeTurns(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = max
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Returns the text of the first element of this name; '' where there is none. Answers of a store are flat and have no attributes that
 * count.
 */
function textOf(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([\da-f]+));/gi, (_, entity: string, decimal: string, hex: string) =>
    entity ? (ENTITIES[entity] ?? '') : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  )
}

/** Returns the files that a list of a store names; their keys are its names without the prefix of the shop. */
function filesOf(xml: string, shop: string): StoredFile[] {
  return [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry = '']) => ({
    key: textOf(entry, 'Key').slice(shop.length),
    bytes: Number(textOf(entry, 'Size')),
    writtenAt: new Date(textOf(entry, 'LastModified')),
  }))
}

/** Opens the files in a bucket, below `prefix`. @param onFailure gets the reason of each failure */
export function openS3Files(settings: S3Settings & { prefix: string }, onFailure: (reason: string) => void = () => {}): Files {
  const { endpoint, bucket, prefix } = settings
  const inTurn = takeTurns(PARALLEL_PUTS)
  const unavailable = (reason: string): never => {
    onFailure(reason)
    throw new FilesUnavailableError(reason)
  }
  const send = (call: S3Call): Promise<S3Answer> =>
    sendCall(settings, call).catch((error: unknown) => {
      if (error instanceof StoreAwayError) return unavailable(error.message)
      throw error
    })
  /** A refusal of the caller or of the whole bucket; null: the object is not there. */
  const missing = ({ status, body }: S3Answer): null => {
    const code = textOf(body.toString(), 'Code')
    return status === 404 && code !== 'NoSuchBucket' ? null : unavailable(`it answered with ${status}${code && ` ${code}`}`)
  }
  const nameOf = (key: string) => `${prefix}${checkKey(key)}`
  const isDone = ({ status }: S3Answer) => status >= 200 && status < 300
  return {
    driver: 's3',
    place: async () => `${endpoint} ${bucket} ${prefix}`,
    put: (key, bytes, { contentType, cacheControl }) =>
      inTurn(async () => {
        const headers = { 'content-type': contentType, 'cache-control': cacheControl }
        const answer = await send({ method: 'PUT', name: nameOf(key), headers, body: new Uint8Array(bytes) })
        if (!isDone(answer) && missing(answer) === null) unavailable('it answered with 404')
      }),
    get: async (key) => {
      const answer = await send({ method: 'GET', name: nameOf(key) })
      return isDone(answer) ? Readable.from([answer.body]) : missing(answer)
    },
    stat: async (key) => {
      const answer = await send({ method: 'HEAD', name: nameOf(key) })
      if (!isDone(answer)) return missing(answer)
      return {
        key,
        bytes: Number(answer.headers.get('content-length')),
        writtenAt: new Date(answer.headers.get('last-modified') ?? Number.NaN),
      }
    },
    remove: async (key) => {
      const answer = await send({ method: 'DELETE', name: nameOf(key) })
      if (!isDone(answer)) missing(answer)
    },
    list: async (start, after) => {
      const query = { 'list-type': '2', prefix: `${prefix}${start}`, ...(after !== undefined && { 'start-after': `${prefix}${after}` }) }
      const answer = await send({ method: 'GET', query })
      if (!isDone(answer)) return missing(answer) ?? []
      return filesOf(answer.body.toString(), prefix)
    },
  }
}

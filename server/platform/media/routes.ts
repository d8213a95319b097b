import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { readWhole } from '#server/platform/files/files.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { DRAWING_POLICY } from '#server/platform/http/security.ts'

/**
 * Returns the part of a file that `Range` asks for; null for all of it, which any other unit or a list of parts gets. Refuses nothing:
 * `none` is 416.
 */
function partOf(range: string | undefined, length: number): { start: number; end: number } | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return start < length && start <= end ? { start, end } : 'none'
}

function sendPart(reply: FastifyReply, bytes: Buffer, range: string | undefined): FastifyReply {
  const part = partOf(range, bytes.length)
  if (part === null) return reply.send(bytes)
  if (part === 'none') return reply.status(416).header('content-range', `bytes */${bytes.length}`).send('')
  return reply
    .status(206)
    .header('content-range', `bytes ${part.start}-${part.end}/${bytes.length}`)
    .send(bytes.subarray(part.start, part.end + 1))
}

/**
 * Serves uploaded pictures, and the official notice of the legal guarantee as it is. Their names are never reused, so they can be cached
 * forever, and a name is its own ETag.
 */
export function mediaRoutes(app: FastifyInstance, { files }: Deps): void {
  app.get<{ Params: { file: string } }>(
    '/media/:file',
    { config: { isUncounted: () => true, isUnlogged: true } },
    async ({ params: { file }, headers }, reply) => {
      const type = /^[\w-]{10,64}\.(webp|avif)$/.exec(file)?.[1] ?? /^notice-[0-9a-f]{32}\.(svg|png)$/.exec(file)?.[1]
      if (type === undefined) refuse('not_found')
      const etag = `"${file}"`
      const bytes = await readWhole(files, `media/${file}`)
      if (!bytes) refuse('not_found')
      reply
        .header('content-type', type === 'svg' ? 'image/svg+xml; charset=utf-8' : `image/${type}`)
        .header('content-security-policy', DRAWING_POLICY)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('accept-ranges', 'bytes')
        .header('etag', etag)
      if (headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.status(304).send()
      const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
      return sendPart(reply, bytes, isSame ? headers.range : undefined)
    },
  )
}

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { mediaFolder } from '#server/platform/folders.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { DRAWING_POLICY } from '#server/platform/http/security.ts'
import { timeFiles } from '#server/platform/metrics/count-events.ts'

/** Serves uploaded pictures. Their names are never reused, so they can be cached forever. */
export function mediaRoutes(app: FastifyInstance, { config }: Deps): void {
  app.get<{ Params: { file: string } }>(
    '/media/:file',
    { config: { isUncounted: () => true, isUnlogged: true } },
    async ({ params: { file } }, reply) => {
      if (!/^[\w-]{10,64}\.(webp|avif)$/.test(file)) refuse('not_found')
      const path = join(mediaFolder(config), file)
      const size = await timeFiles('read', () => stat(path)).then(
        (found) => found.size,
        () => null,
      )
      if (size === null) refuse('not_found')
      return reply
        .header('content-type', file.endsWith('.avif') ? 'image/avif' : 'image/webp')
        .header('content-length', String(size))
        .header('content-security-policy', DRAWING_POLICY)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(createReadStream(path))
    },
  )
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { DRAWING_POLICY } from '#server/http/security.ts'
import { type DrawingSubject, draw, isSceneName, type SceneName } from './draw.ts'
import { findDrawnProduct } from './repository.ts'

const MOST_KEPT = 500
const FOREVER = 'public, max-age=31536000, immutable'
const MINUTES = 'public, max-age=300'

/** Keeps what was drawn last, by what it was drawn from. */
function makeCache() {
  const kept = new Map<string, string>()
  return (key: string, make: () => string): string => {
    const known = kept.get(key)
    const value = known ?? make()
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? key)
    return value
  }
}

/** The scene of a file name such as `mat-maker.svg`; null where there is none of that name. */
function sceneOf(file: string): SceneName | null {
  const name = /^([a-z-]{1,40})\.svg$/.exec(file)?.[1]
  return name && isSceneName(name) ? name : null
}

function sendDrawing(reply: FastifyReply, svg: string, cacheControl: string): FastifyReply {
  return reply
    .header('content-type', 'image/svg+xml; charset=utf-8')
    .header('content-security-policy', DRAWING_POLICY)
    .header('cache-control', cacheControl)
    .send(svg)
}

interface DrawingRequest {
  Params: { slug: string; file: string }
  Querystring: { v?: string }
}

/** The pictures of the shop: drawn from a product's specifications, or one of the shop's own scenes. */
export function drawingRoutes(app: FastifyInstance, deps: Deps): void {
  const keep = makeCache()

  app.get('/drawings/scenes/:file', async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const scene = found(sceneOf(request.params.file))
    const svg = keep(scene, () => draw(scene, { slug: 'scenes', name: '', specifications: {} }).svg)
    return sendDrawing(reply, svg, MINUTES)
  })

  app.get<DrawingRequest>('/drawings/:slug/:file', async (request, reply) => {
    const scene = found(sceneOf(request.params.file))
    const { version, ...product } = found(await findDrawnProduct(deps.db, request.params.slug))
    const subject: DrawingSubject = {
      ...product,
      specifications: Object.fromEntries(product.specifications.map(({ name, value }) => [name, value])),
    }
    const svg = keep(`${product.slug}/${scene}/${version}`, () => draw(scene, subject).svg)
    // only the drawing of the version that stands in the address may be kept for good
    return sendDrawing(reply, svg, request.query.v === String(version) ? FOREVER : MINUTES)
  })
}

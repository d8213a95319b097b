import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type DrawingSubject, draw, isSceneName, type SceneName } from '#drawings/draw.ts'
import type { Deps } from '#server/platform/deps.ts'
import { asyncLruCache } from '#server/platform/http/async-lru-cache.ts'
import { found } from '#server/platform/http/refusal.ts'
import { DRAWING_POLICY } from '#server/platform/http/security.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findDrawnProduct } from './drawn-product.ts'
import { drawSocialCard } from './social-card.ts'

const MAX_DRAWINGS = 500
const MAX_CARDS = 100
const FOREVER = 'public, max-age=31536000, immutable'
const MINUTES = 'public, max-age=300'
/** What stands on the card of a scene, which belongs to no product. */
const SLOGAN = 'Boxes in. Packing out.'

interface File {
  scene: SceneName
  /** The drawing itself, or the card that other sites show beside a link. */
  kind: 'svg' | 'png'
}

/** What a file name such as `mat-maker.svg` asks for; null where there is no scene of that name. */
function fileOf(name: string): File | null {
  const [, scene = '', kind] = /^([a-z-]{1,40})\.(svg|png)$/.exec(name) ?? []
  return isSceneName(scene) && (kind === 'svg' || kind === 'png') ? { scene, kind } : null
}

const TYPES = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' } as const

function sendPicture(reply: FastifyReply, kind: File['kind'], picture: string | Buffer, cacheControl: string): FastifyReply {
  return reply
    .header('content-type', TYPES[kind])
    .header('content-security-policy', DRAWING_POLICY)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', cacheControl)
    .send(picture)
}

/** A page brings drawings by the dozen; a card takes more work and is counted. */
const config: FastifyContextConfig = { isUncounted: ({ url }) => /\.svg(\?|$)/.test(url) }

interface DrawingRequest {
  Params: { slug: string; file: string }
  Querystring: { v?: string }
}

/** The pictures of the shop: drawn from a product's specifications, or one of the shop's own scenes; as SVG, or as a card in PNG. */
export function drawingRoutes(app: FastifyInstance, deps: Deps): void {
  const drawings = new LRUCache<string, string, { scene: SceneName; subject: DrawingSubject }>({
    max: MAX_DRAWINGS,
    memoMethod: (_key, _stale, { context: { scene, subject } }) => draw(scene, subject).svg,
  })
  const cachedCard = asyncLruCache<Buffer>(MAX_CARDS)

  async function pictureOf(key: string, { scene, kind }: File, subject: DrawingSubject): Promise<string | Buffer> {
    const svg = drawings.memo(key, { context: { scene, subject } })
    if (kind === 'svg') return svg
    const { company } = await readSettings(deps.db)
    return cachedCard(`${key} ${company.name}`, () => drawSocialCard(svg, subject.name || SLOGAN, company.name))
  }

  app.get<DrawingRequest>('/drawings/scenes/:file', { config }, async (request, reply) => {
    const file = found(fileOf(request.params.file))
    return sendPicture(reply, file.kind, await pictureOf(file.scene, file, { slug: 'scenes', name: '', specifications: {} }), MINUTES)
  })

  app.get<DrawingRequest>('/drawings/:slug/:file', { config }, async (request, reply) => {
    const file = found(fileOf(request.params.file))
    const { version, ...product } = found(await findDrawnProduct(deps.db, request.params.slug))
    const subject: DrawingSubject = {
      ...product,
      specifications: Object.fromEntries(product.specifications.map(({ name, value }) => [name, value])),
    }
    const picture = await pictureOf(`${product.slug}/${file.scene}/${version}`, file, subject)
    // only the drawing of the version that stands in the address may be kept for good
    return sendPicture(reply, file.kind, picture, request.query.v === String(version) ? FOREVER : MINUTES)
  })
}

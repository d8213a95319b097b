import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DrawingSubject, draw, isSceneName, type SceneName } from '#drawings/draw.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { DRAWING_POLICY } from '#server/platform/http/security.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findDrawnProduct } from './drawn-product.ts'
import { drawSocialCard } from './social-card.ts'

const MAX_DRAWINGS = 500
const MAX_CARDS = 100
const FOREVER = 'public, max-age=31536000, immutable'
const MINUTES = 'public, max-age=300'
/** Text on the social card of a scene, which belongs to no product. */
const SLOGAN = 'Boxes in. Packing out.'

function makeCache<Value>(most: number) {
  const kept = new Map<string, Value>()
  const keep = (key: string, make: () => Value): Value => {
    const known = kept.get(key)
    const value = known ?? make()
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > most) kept.delete(kept.keys().next().value ?? key)
    return value
  }
  return { keep, drop: (key: string) => kept.delete(key) }
}

interface File {
  scene: SceneName
  /** The drawing itself, or its social card. */
  kind: 'svg' | 'png'
}

/** Parses a file name such as `mat-maker.svg`; null for an unknown scene. */
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

interface DrawingRequest {
  Params: { slug: string; file: string }
  Querystring: { v?: string }
}

/** Routes of the shop's drawings, made from a product's specifications or from one of the shop's own scenes: SVG, or a social card as PNG. */
export function drawingRoutes(app: FastifyInstance, deps: Deps): void {
  const drawings = makeCache<string>(MAX_DRAWINGS)
  const cards = makeCache<Promise<Buffer>>(MAX_CARDS)

  async function pictureOf(key: string, { scene, kind }: File, subject: DrawingSubject): Promise<string | Buffer> {
    const svg = drawings.keep(key, () => draw(scene, subject).svg)
    if (kind === 'svg') return svg
    const { company } = await readSettings(deps.db)
    const cardKey = `${key} ${company.name}`
    return cards
      .keep(cardKey, () => drawSocialCard(svg, subject.name || SLOGAN, company.name))
      .catch((error: unknown) => {
        cards.drop(cardKey)
        throw error
      })
  }

  app.get('/drawings/scenes/:file', async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const file = found(fileOf(request.params.file))
    return sendPicture(reply, file.kind, await pictureOf(file.scene, file, { slug: 'scenes', name: '', specifications: {} }), MINUTES)
  })

  app.get<DrawingRequest>('/drawings/:slug/:file', async (request, reply) => {
    const file = found(fileOf(request.params.file))
    const { version, ...product } = found(await findDrawnProduct(deps.db, request.params.slug))
    const subject: DrawingSubject = {
      ...product,
      specifications: Object.fromEntries(product.specifications.map(({ name, value }) => [name, value])),
    }
    const picture = await pictureOf(`${product.slug}/${file.scene}/${version}`, file, subject)
    // immutable only with the version in the address
    return sendPicture(reply, file.kind, picture, request.query.v === String(version) ? FOREVER : MINUTES)
  })
}

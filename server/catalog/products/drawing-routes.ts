import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { viewsOf } from '#drawings/choose-views.ts'
import { draw, isFlatView, isSceneName, type View } from '#drawings/draw.ts'
import { chosenScene, drawingSubject } from '#drawings/product-pictures.ts'
import type { DrawingSubject } from '#drawings/specifications.ts'
import type { Size } from '#drawings/svg.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { DRAWING_POLICY } from '#server/platform/http/security.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findDrawnProduct } from './drawn-product.ts'
import { drawPlain, drawSmall, drawSocialCard } from './social-card.ts'

const MAX_DRAWINGS = 500
/** Maximum number of PNGs that are kept in memory, of at most some 100 kB each. */
const MAX_PNGS = 100
const FOREVER = 'public, max-age=31536000, immutable'
const MINUTES = 'public, max-age=300'
/** Text on the social card of a scene, which belongs to no product. */
const SLOGAN = 'Boxes in. Packing out.'

/** The file name of a product's main drawing, whichever it is. */
const MAIN = 'main.svg'

interface File {
  view: View
  /** The drawing itself, or a PNG: its social card, or the small picture of emails. */
  kind: 'svg' | 'png'
}

/** Parses a file name such as `mat-maker.svg`; null for an unknown view. */
function fileOf(name: string): File | null {
  const [, view = '', kind] = /^([a-z-]{1,40})\.(svg|png)$/.exec(name) ?? []
  const isKnown = isSceneName(view) || isFlatView(view)
  return isKnown && (kind === 'svg' || kind === 'png') ? { view, kind } : null
}

const TYPES = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' } as const

function sendPicture(reply: FastifyReply, kind: File['kind'], picture: string | Buffer, cacheControl: string): FastifyReply {
  return reply
    .header('surrogate-key', 'catalog settings')
    .header('content-type', TYPES[kind])
    .header('content-security-policy', DRAWING_POLICY)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', cacheControl)
    .send(picture)
}

/** A page brings drawings by the dozen; a card takes more work and is counted. */
const config: FastifyContextConfig = { isUncounted: ({ url }) => /\.svg(\?|$)/.test(url), keeps: () => new Set(['v', 'size']) }

interface DrawingRequest {
  Params: { slug: string; file: string }
  Querystring: { v?: string; size?: string }
}

/**
 * Routes of the shop's drawings, made from a product's specifications or from one of the shop's own scenes: SVG, or as PNG a social card or
 * a small picture.
 */
export function drawingRoutes(app: FastifyInstance, deps: Deps): void {
  const drawings = new LRUCache<string, string, { view: View; subject: DrawingSubject; size: Size }>({
    max: MAX_DRAWINGS,
    memoMethod: (_key, _stale, { context: { view, subject, size } }) => draw(view, subject, size).svg,
  })

  const pngs = new LRUCache<string, Promise<Buffer>>({ max: MAX_PNGS })

  async function pictureOf(key: string, { view, kind }: File, subject: DrawingSubject, typed?: string): Promise<string | Buffer> {
    const size = typed === 'card' ? 'card' : 'full'
    const svg = drawings.memo(`${key} ${size}`, { context: { view, subject, size } })
    if (kind === 'svg') return svg
    const shop = size === 'card' ? '' : (await readSettings(deps.db)).company.name
    const isPlain = typed === 'plain'
    const shown = `${key} ${isPlain ? typed : size} ${shop}`
    const make = () => (isPlain ? drawPlain(svg) : drawSocialCard(svg, subject.name || SLOGAN, shop))
    const drawn = pngs.get(shown) ?? (size === 'card' ? drawSmall(svg) : make())
    pngs.set(shown, drawn)
    drawn.catch(() => pngs.delete(shown))
    return drawn
  }

  app.get<DrawingRequest>('/drawings/scenes/:file', { config }, async ({ params, query }, reply) => {
    const file = found(fileOf(params.file))
    if (isFlatView(file.view)) return reply.callNotFound() // a view of a product
    const subject = { slug: 'scenes', name: '', specifications: {} }
    return sendPicture(reply, file.kind, await pictureOf(file.view, file, subject, query.size), MINUTES)
  })

  app.get<DrawingRequest>('/drawings/:slug/:file', { config }, async ({ params, query }, reply) => {
    const file = params.file === MAIN ? null : found(fileOf(params.file))
    const { version, ...product } = found(await findDrawnProduct(deps.db, params.slug))
    const subject = drawingSubject(product)
    const views = viewsOf(product.category, subject, chosenScene(product.images))
    if (!file || !views.includes(file.view)) {
      const { view, kind } = file ? { view: shownInstead(file.view, views), kind: file.kind } : { view: views[0], kind: 'svg' }
      const address = `/drawings/${product.slug}/${view}.${kind}?v=${version}`
      const size = query.size === 'card' || query.size === 'plain' ? `&size=${query.size}` : ''
      return reply.header('cache-control', MINUTES).redirect(`${address}${size}`, file ? 301 : 302)
    }
    const picture = await pictureOf(`${product.slug}/${file.view}/${version}`, file, subject, query.size)
    // immutable only with the version in the address
    return sendPicture(reply, file.kind, picture, query.v === String(version) ? FOREVER : MINUTES)
  })
}

const MACHINES: readonly View[] = ['mat-maker', 'chip-maker']

/** Returns the view for the address of a drawing that the product no longer has: a machine's material is now drawn by what it makes. */
function shownInstead(view: View, [main, second]: readonly [View, ...View[]]): View {
  return MACHINES.includes(main) && !MACHINES.includes(view) ? (second ?? main) : main
}

import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { type ListedScreen, listPages } from './list-pages.ts'
import { writeSitemap } from './write-sitemap.ts'

/** Paths of screens, from the route modules' handles. */
export interface CrawlPaths {
  /** Public screens without parameters, for the sitemap. */
  listed: readonly ListedScreen[]
  /** Beginnings of private paths. */
  closed: readonly string[]
  /** Public screens below a closed beginning. */
  open: readonly string[]
}

const MINUTES = 'public, max-age=300'

const robotsOf = ({ closed, open }: CrawlPaths) =>
  [
    'User-agent: *',
    'Allow: /feeds/',
    ...open.map((path) => `Allow: ${path}`),
    ...[...closed, '/api/'].map((path) => `Disallow: ${path}`),
  ].join('\n')

/** Addresses of the feeds; {country} is a code such as us. */
const feedsOf = (publicUrl: string) =>
  ['# Feeds of all products:', '/feeds/google-{country}.xml', '/feeds/products.jsonl'].join(`\n# ${publicUrl}`)

/** Routes of robots.txt and the sitemap. */
export function sitemapRoutes(app: FastifyInstance, deps: Deps, paths: CrawlPaths): void {
  const { config } = deps
  app.get('/robots.txt', { config: { isUncounted: () => true } }, async (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', MINUTES)
      .send(`${robotsOf(paths)}\n\n${feedsOf(config.publicUrl)}\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`),
  )

  app.get<{ Querystring: { part?: unknown } }>('/sitemap.xml', async (request, reply) => {
    const { query } = request
    const part = typeof query.part === 'string' && /^[1-9]\d{0,3}$/.test(query.part) ? Number(query.part) : null
    const xml = found(writeSitemap(config.publicUrl, await app.readLate(request, () => listPages(deps, paths.listed)), part))
    return reply.header('content-type', 'application/xml; charset=utf-8').header('cache-control', MINUTES).send(xml)
  })
}

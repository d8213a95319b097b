import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { listPages } from './list-pages.ts'
import { writeSitemap } from './write-sitemap.ts'

/** Paths that are private or have nothing to index. */
const CLOSED = [
  '/admin',
  '/super-admin',
  '/business/',
  '/account',
  '/checkout',
  '/order-confirmation',
  '/reset-password',
  '/newsletter/',
  '/api/',
]
/** Public paths below a closed one. */
const OPEN = ['/business/register']
const MINUTES = 'public, max-age=300'

const ROBOTS = ['User-agent: *', ...OPEN.map((path) => `Allow: ${path}`), ...CLOSED.map((path) => `Disallow: ${path}`)]

/** Routes of robots.txt and the sitemap. `screens` are the paths of public screens without a slug. */
export function sitemapRoutes(app: FastifyInstance, deps: Deps, screens: readonly string[]): void {
  const { config } = deps
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', MINUTES)
      .send(`${ROBOTS.join('\n')}\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`),
  )

  app.get<{ Querystring: { part?: unknown } }>('/sitemap.xml', async ({ query }, reply) => {
    const part = typeof query.part === 'string' && /^[1-9]\d{0,3}$/.test(query.part) ? Number(query.part) : null
    const xml = found(writeSitemap(config.publicUrl, await listPages(deps, screens), part))
    return reply.header('content-type', 'application/xml; charset=utf-8').header('cache-control', MINUTES).send(xml)
  })
}

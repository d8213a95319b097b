import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { blog } from '#contract/content/blog.ts'
import { roleFor } from '#domain/permissions.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { route } from '#server/platform/http/route.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { presentPost } from './present-post.ts'
import { countPosts, listPosts, type Reader } from './published-posts.ts'
import { readArticle } from './read-article.ts'
import { makeRenderPost } from './render-post.ts'

/** Maximum number of posts in the feed. */
const FEED_POSTS = 30

export function blogRoutes(app: FastifyInstance, { db, now, config }: Deps): void {
  const render = makeRenderPost()
  const readerOf = (actor: Actor | null): Reader => ({ role: actor && roleFor(actor, 'content.read'), now: now() })

  route(app, blog.list, async ({ actor, query }) => {
    const { page = 1, limit = PAGE_LIMIT } = query
    const reader = readerOf(actor)
    const { rows, total } = await listPosts(db, reader, query, { limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => presentPost(row, reader.now)), total }
  })

  route(app, blog.facets, ({ actor, query }) => countPosts(db, readerOf(actor), query))

  route(app, blog.bySlug, ({ actor, params }) => readArticle(db, render, readerOf(actor), params.slug))

  app.get('/rss.xml', async (request, reply) => {
    const { rows } = await app.readLate(request, () => listPosts(db, readerOf(null), {}, { limit: FEED_POSTS, offset: 0 }))
    const { company } = await readSettings(db)
    const { writeFeed } = await import('./write-feed.ts')
    const feed = writeFeed(await Promise.all(rows.map(async (post) => ({ post, body: await render(post) }))), {
      publicUrl: config.publicUrl,
      shopName: company.name,
    })
    const tag = `"${createHash('sha1').update(feed).digest('base64url')}"`
    reply.header('cache-control', 'public, max-age=300').header('etag', tag)
    if (request.headers['if-none-match']?.includes(tag)) return reply.status(304).send()
    return reply.header('content-type', 'application/rss+xml; charset=utf-8').send(feed)
  })
}

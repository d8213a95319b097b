import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { BLOG_POST_LIST } from '#contract/content/blog-post-list.ts'
import { blogPosts } from '#contract/content/blog-posts.ts'
import { countWords, readingMinutes } from '#domain/blog-post.ts'
import type { Deps } from '#server/platform/deps.ts'
import { exportRoute, fileColumns } from '#server/platform/http/export-route.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { changePost } from './change-post.ts'
import { deletePost, publishPost, restorePost } from './change-status.ts'
import { createPost } from './create-post.ts'
import { presentOwnPost } from './present-own-post.ts'
import { readArticleText } from './render-post.ts'
import { countOwnPosts, findOwnPost, listOwnPosts, listPostIds } from './staff-post-list.ts'

/** Maximum body in bytes: a long text in any alphabet. */
const POST_BYTES = 1024 * 1024

/** Routes by which staff manage posts; `/api/blog` and `/api/admin/blog` are the same. */
export function blogStaffRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const exists = async ({ params }: { params: { id: string } }) => {
    const row = await findOwnPost(db, params.id)
    return row !== null && row.post.deletedAt === null
  }
  const options = { exists, bodyLimit: POST_BYTES }

  route(app, blogPosts.list, async ({ query }) => {
    const { page = 1, limit = PAGE_LIMIT } = query
    const rows = await listOwnPosts(db, query, { limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => presentOwnPost(row, now())), total: await countOwnPosts(db, query) }
  })
  route(app, blogPosts.byId, async ({ params }) => presentOwnPost(found(await findOwnPost(db, params.id)), now()))
  for (const endpoint of [blogPosts.create, blogPosts.createAlias]) {
    route(app, endpoint, ({ actor, body, request }) => createPost(deps, actor, body, request.id), { bodyLimit: POST_BYTES })
  }
  for (const endpoint of [blogPosts.update, blogPosts.updateAlias]) {
    route(app, endpoint, ({ actor, params, body, request }) => changePost(deps, actor, body, { ...params, requestId: request.id }), options)
  }
  for (const endpoint of [blogPosts.remove, blogPosts.removeAlias]) {
    route(app, endpoint, async ({ actor, params, request }) => {
      await deletePost(deps, { ...params, actor, requestId: request.id })
      return { ok: true as const }
    })
  }
  route(app, blogPosts.publish, ({ actor, params, request }) => publishPost(deps, { ...params, actor, requestId: request.id }))
  route(app, blogPosts.restore, ({ actor, params, request }) => restorePost(deps, { ...params, actor, requestId: request.id }))
  route(
    app,
    blogPosts.preview,
    async ({ body: { content } }) => ({
      body: await readArticleText(content),
      words: countWords(content),
      readingMinutes: readingMinutes(content),
    }),
    { bodyLimit: POST_BYTES },
  )
  exportRoute(app, deps, blogPosts.export, {
    name: 'posts',
    columns: fileColumns(BLOG_POST_LIST, ['title', 'address', 'excerpt', 'category', 'tags', 'status', 'published', 'author', 'created']),
    ids: ({ query }) => listPostIds(db, query),
    rows: async (tx, { query }, range) => (await listOwnPosts(tx, query, range)).map((row) => presentOwnPost(row, now())),
  })
}

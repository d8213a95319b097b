import { articles } from '#content/articles.ts'
import { DAY_MS } from '#domain/time.ts'
import { hasPosts, insertPosts } from '#server/content/blog/published-posts.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Returns the days to move articles back, so that none of a demo is in the future. */
function daysTooLate(now: Date): number {
  const newest = Math.max(...articles.map(({ publishedAt }) => (publishedAt === null ? 0 : Date.parse(publishedAt))))
  return Math.max(0, Math.ceil((newest - now.getTime()) / DAY_MS))
}

/** Adds the shop's own articles to a blog without posts; later changes by staff are kept. */
export async function seedArticles({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  if (await hasPosts(db)) return
  const startedAt = now()
  const shift = daysTooLate(startedAt) * DAY_MS
  await insertPosts(
    db,
    articles.map(({ cover, publishedAt, tags, ...article }) => {
      const at = publishedAt === null ? null : new Date(Date.parse(publishedAt) - shift)
      return {
        ...article,
        tags: [...tags],
        coverImage: `/drawings/scenes/${cover}.svg`,
        status: at ? ('published' as const) : ('draft' as const),
        publishedAt: at,
        createdAt: at ?? startedAt,
        updatedAt: at ?? startedAt,
      }
    }),
  )
}

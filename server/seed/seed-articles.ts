import { articles } from '#content/articles.ts'
import { hasPosts, insertPosts } from '#server/content/blog/published-posts.ts'
import type { Deps } from '#server/platform/deps.ts'

const DAY_MS = 86_400_000

/** Days to move the articles back, so that none of a demo's is of a day to come. */
function daysTooLate(now: Date): number {
  const newest = Math.max(...articles.map(({ publishedAt }) => (publishedAt === null ? 0 : Date.parse(publishedAt))))
  return Math.max(0, Math.ceil((newest - now.getTime()) / DAY_MS))
}

/** Gives a blog without any post the shop's own articles; what staff changed or deleted since stays so. */
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

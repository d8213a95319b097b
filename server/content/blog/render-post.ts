import { LRUCache } from 'lru-cache'
import type { ArticleNode } from '#domain/article.ts'
import { readMarkdown } from '#server/platform/vendors/markdown.ts'
import type { PostRow } from './published-posts.ts'

const MAX_POSTS = 200

/** Reads the text of a post once for each of its versions. */
export type RenderPost = (post: Pick<PostRow, 'id' | 'version' | 'content'>) => ArticleNode[]

/** Caches the articles by post and version: a post's text changes only with its version. */
export function makeRenderPost(): RenderPost {
  const articles = new LRUCache<string, ArticleNode[], string>({
    max: MAX_POSTS,
    memoMethod: (_key, _stale, { context: content }) => readMarkdown(content),
  })
  return ({ id, version, content }) => articles.memo(`${id}/${version}`, { context: content })
}

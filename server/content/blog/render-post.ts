import type { ArticleNode } from '#domain/article.ts'
import { keepRecent } from '#server/platform/http/keep-recent.ts'
import { readMarkdown } from '#server/platform/vendors/markdown.ts'
import type { PostRow } from './published-posts.ts'

const MAX_STORED = 200

/** Parses a post's text, once per version. */
export type RenderPost = (post: Pick<PostRow, 'id' | 'version' | 'content'>) => ArticleNode[]

/** Caches the most recently used texts: a post's text changes only with its version. */
export function makeRenderPost(): RenderPost {
  const keep = keepRecent<ArticleNode[]>(MAX_STORED)
  return ({ id, version, content }) => keep(`${id}/${version}`, () => readMarkdown(content))
}

import { LRUCache } from 'lru-cache'
import { EMPTY_SENTENCE } from '#contract/content/blog-posts.ts'
import { type ArticleNode, showsSomething } from '#domain/article.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import type { PostRow } from './published-posts.ts'

const MAX_POSTS = 200

/** Parses a post's text, once per version. */
export type RenderPost = (post: Pick<PostRow, 'id' | 'version' | 'content'>) => Promise<ArticleNode[]>

/** Reads the text of a post; the parser is loaded with the first. */
export async function readArticleText(content: string): Promise<ArticleNode[]> {
  const { readMarkdown } = await import('#server/platform/vendors/markdown.ts')
  return readMarkdown(content)
}

/** Refuses a text that shows nothing: spaces by their HTML names, a comment, a link without words. */
export async function refuseEmpty(content: string | undefined): Promise<void> {
  if (content !== undefined && !showsSomething(await readArticleText(content))) refuseField('content', EMPTY_SENTENCE)
}

/** Caches the articles by post and version: a post's text changes only with its version. */
export function makeRenderPost(): RenderPost {
  const articles = new LRUCache<string, ArticleNode[], string>({
    max: MAX_POSTS,
    ignoreFetchAbort: true, // evicted while it is being parsed: its readers still get it
    fetchMethod: (_key, _stale, { context }) => readArticleText(context),
  })
  return ({ id, version, content }) => articles.forceFetch(`${id}/${version}`, { context: content })
}

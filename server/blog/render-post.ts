import type { ArticleNode } from '#domain/article.ts'
import { readMarkdown } from '#server/vendors/markdown.ts'
import type { PostRow } from './repository.ts'

const MOST_KEPT = 200

/** Reads the text of a post once for each of its versions. */
export type RenderPost = (post: Pick<PostRow, 'id' | 'version' | 'content'>) => ArticleNode[]

/** Keeps what was read last: a post's text changes only with its version. */
export function makeRenderPost(): RenderPost {
  const kept = new Map<string, ArticleNode[]>()
  return ({ id, version, content }) => {
    const key = `${id}/${version}`
    const body = kept.get(key) ?? readMarkdown(content)
    kept.delete(key)
    kept.set(key, body)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? key)
    return body
  }
}

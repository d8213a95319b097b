/** States of a blog post, chosen freely by staff (B187). */
export const BLOG_STATUSES = ['draft', 'published', 'archived'] as const

/** One of `BLOG_STATUSES`. */
export type BlogStatus = (typeof BLOG_STATUSES)[number]

/**
 * Says whether the public may read a post: published, and its time has come; this is also the wire's `published` flag (D144).
 * @param post.publishedAt null: never published, so not visible
 */
export function isVisible(post: { status: BlogStatus; publishedAt: Date | null }, now: Date): boolean {
  return post.status === 'published' && post.publishedAt !== null && post.publishedAt <= now
}

/** Who readers see as the author of a post that names none (D145). */
export const DEFAULT_AUTHOR = 'Reflute Team'

const WORDS_PER_MINUTE = 220

/** Whole minutes that reading `content` (Markdown) takes, at least 1. */
export function readingMinutes(content: string): number {
  return Math.max(1, Math.round(countWords(content) / WORDS_PER_MINUTE))
}

/** A category as people read it: `void-fill` gives 'void fill' (S120). */
export function categoryText(category: string): string {
  return category.replaceAll('-', ' ')
}

/** Words of `content` (Markdown) that people read: its marks count as nothing. */
export function countWords(content: string): number {
  return content.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** The most tags that a post may have, and the characters of one. */
export const TAG_LIMITS = { tags: 20, characters: 40 } as const

/** The tags of a list or of text with commas: trimmed, each once, empties dropped (B202). */
export function tagsOf(typed: string | readonly string[]): string[] {
  const tags = (typeof typed === 'string' ? typed.split(',') : typed).map((tag) => tag.trim()).filter(Boolean)
  return tags.filter((tag, place) => tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === place)
}

/** Pictures of the shop itself: uploaded ones and drawings. */
const OWN_PICTURE = /^\/(?:media|drawings|api\/placeholder)\/(?!.*\.\.)[\w./-]+$/

/** Whether a cover picture may stand at this address: one of the web with https, or one of the shop's own (B201). */
export function isCoverAddress(address: string): boolean {
  if (OWN_PICTURE.test(address)) return true
  return /^https:\/\/[^\s/?#]+\.[^\s/?#]/i.test(address) && URL.canParse(address)
}

/**
 * When the public may read a post that is saved with this state: a published one without a time appears now, others keep what they have.
 * @param post.publishedAt null: none was given; a time to come plans the post
 */
export function appearsAt(post: { status: BlogStatus; publishedAt: Date | null }, now: Date): Date | null {
  return post.status === 'published' ? (post.publishedAt ?? now) : post.publishedAt
}

const AROUND = 40
const MOST_SHOWN = 1000

/** Where two texts differ, with a few characters around it: what a log keeps of a change in a long text. */
export function changedPart(before: string, after: string): { before: string; after: string } {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const from = Math.max(0, start - AROUND)
  const cut = (text: string) => {
    const to = text.length - Math.max(0, end - AROUND)
    const part = text.slice(from, Math.min(to, from + MOST_SHOWN)).toWellFormed()
    return `${from > 0 ? '…' : ''}${part}${from + part.length < text.length ? '…' : ''}`
  }
  return { before: cut(before), after: cut(after) }
}

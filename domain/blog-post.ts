/** States of a blog post, chosen freely by staff (B187). */
export const BLOG_STATUSES = ['draft', 'published', 'archived'] as const

export type BlogStatus = (typeof BLOG_STATUSES)[number]

/**
 * Returns whether the public may read a post: it is published and its time has come.
 * @param post.publishedAt null: never published, so not visible
 */
export function isVisible(post: { status: BlogStatus; publishedAt: Date | null }, now: Date): boolean {
  return post.status === 'published' && post.publishedAt !== null && post.publishedAt <= now
}

/** Author shown for a post that names none. */
export const DEFAULT_AUTHOR = 'Reflute Team'

const WORDS_PER_MINUTE = 220

/** Returns the minutes that reading `content` (Markdown) takes, at least 1. */
export function readingMinutes(content: string): number {
  return Math.max(1, Math.round(countWords(content) / WORDS_PER_MINUTE))
}

/** Formats a category for people: `void-fill` gives 'void fill' (S120). */
export function categoryText(category: string): string {
  return category.replaceAll('-', ' ')
}

/** Counts the words of `content` (Markdown), leaving out markup. */
export function countWords(content: string): number {
  return content.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Maximum number of tags of a post, and of characters in a tag. */
export const TAG_LIMITS = { tags: 20, characters: 40 } as const

/** Returns the tags of a list or of comma-separated text: trimmed, unique, not empty (B202). */
export function tagsOf(typed: string | readonly string[]): string[] {
  const tags = (typeof typed === 'string' ? typed.split(',') : typed).map((tag) => tag.trim()).filter(Boolean)
  return tags.filter((tag, place) => tags.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === place)
}

/** Pictures of the shop itself: uploaded ones and drawings. */
const OWN_PICTURE = /^\/(?:media|drawings|api\/placeholder)\/(?!.*\.\.)[\w./-]+$/

/** Returns whether a cover picture may be at this address: an https address, or one of the shop's own (B201). */
export function isCoverAddress(address: string): boolean {
  if (OWN_PICTURE.test(address)) return true
  return /^https:\/\/[^\s/?#]+\.[^\s/?#]/i.test(address) && URL.canParse(address)
}

/**
 * Returns the time at which a saved post becomes public: a published one without a time now, others keep their time.
 * @param post.publishedAt null: none was given; a future time schedules the post
 */
export function appearsAt(post: { status: BlogStatus; publishedAt: Date | null }, now: Date): Date | null {
  return post.status === 'published' ? (post.publishedAt ?? now) : post.publishedAt
}

const AROUND = 40
const MOST_SHOWN = 1000

/** Returns the part in which two texts differ, with a few characters around it, for the audit log. */
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

import type { Scene } from '#content/catalog/types.ts'

/** Blog categories; pages show them with spaces for the hyphens. */
export const ARTICLE_CATEGORIES = ['packing-material', 'machines', 'costs', 'safety', 'testing', 'board-supply', 'rules'] as const

/** An article of the first blog; `content` is Markdown. */
export interface Article {
  slug: string
  title: string
  excerpt: string
  category: (typeof ARTICLE_CATEGORIES)[number]
  tags: readonly string[]
  /** Cover drawing. */
  cover: Scene | 'taped-box' | 'low-box' | 'flat-board' | 'step-machine' | 'step-mat'
  /** ISO 8601, UTC; null for a draft. */
  publishedAt: string | null
  content: string
}

import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { BLOG_STATUSES } from '#domain/blog-post.ts'
import { at, createdAt, deletedAt, id, oneOf, version } from './columns.ts'
import { users } from './identity.ts'

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    excerpt: text().notNull(),
    content: text().notNull(),
    category: text().notNull(),
    tags: jsonb().$type<string[]>().notNull().default([]),
    coverImage: text(),
    status: text({ enum: BLOG_STATUSES }).notNull().default('draft'),
    publishedAt: at(),
    authorId: uuid().references(() => users.id),
    /** Author shown to readers; null: the shop's editors. */
    authorLabel: text(),
    deletedAt: deletedAt(),
    /** Text of the post that a search reads, normalized to lower-case ASCII; written with every change of the post. */
    searchText: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('blog_posts_published_idx').on(t.status, t.publishedAt),
    index('blog_posts_search_idx').using('gin', t.searchText.op('gin_trgm_ops')),
    oneOf('blog_posts_status_check', t.status, BLOG_STATUSES),
  ],
)

/** Old slugs of renamed posts; they redirect. */
export const blogPostSlugs = pgTable('blog_post_slugs', {
  slug: text().primaryKey(),
  postId: uuid()
    .notNull()
    .references(() => blogPosts.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
})

/** Every figure that the shop's texts claim: its exact words, scope and source. */
export const claims = pgTable('claims', {
  id: text().primaryKey(),
  wording: text().notNull(),
  /** Subject of the figure, and the unit that it is per. */
  scope: text().notNull().default(''),
  /** Null: none yet, so that readers see "Illustrative figure". */
  source: text(),
  sourceUrl: text(),
  expiresAt: at(),
  /** Shows the counted number instead of the words, where the shop can count it. */
  useCounted: boolean().notNull().default(false),
  /** Words where the law forbids the claim without proof; empty: it is left out there. */
  marketText: text().notNull().default(''),
  position: integer().notNull().default(0),
  updatedAt: createdAt(),
  version: version(),
})

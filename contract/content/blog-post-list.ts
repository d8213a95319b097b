import { defineList } from '#contract/list.ts'
import { categoryText } from '#domain/blog-post.ts'
import type { OwnPost } from './blog-posts.ts'

/** Columns of blog posts, for staff. */
export const BLOG_POST_LIST = defineList<OwnPost>()({
  title: { title: 'Title', kind: 'text', sort: 'title', isFixed: true, width: 50 },
  address: { title: 'Address', kind: 'text', value: ({ slug }) => `/blog/${slug}`, only: 'file', width: 40 },
  excerpt: { title: 'Excerpt', kind: 'prose', only: 'file', width: 60 },
  status: { title: 'Status', kind: 'text', sort: 'status' },
  category: {
    title: 'Category',
    kind: 'text',
    value: ({ category }) => categoryText(category),
    inFile: ({ category }) => category,
    sort: 'category',
  },
  tags: { title: 'Tags', kind: 'text', value: ({ tags }) => tags.join(', '), isExtra: true, width: 30 },
  author: { title: 'Author', kind: 'text', value: ({ authorName, author }) => authorName ?? author.label },
  published: { title: 'Published', kind: 'moment', value: ({ publishedAt }) => publishedAt, sort: '-publishedAt', isExtra: true },
  updated: { title: 'Changed', kind: 'moment', value: ({ updatedAt }) => updatedAt, sort: '-updatedAt' },
  created: { title: 'Created', kind: 'moment', value: ({ createdAt }) => createdAt, sort: '-createdAt', isExtra: true },
})

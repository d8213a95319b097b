import { Link } from 'react-router'
import { categoryText } from '#domain/blog-post.ts'
import { type BlogFilters, blogHref } from './blog-filters.ts'
import type { LoadedBlog } from './load-blog.ts'

/** What narrows the list now; each can be taken off. */
function Chips({ filters }: { filters: BlogFilters }) {
  const active = [
    { name: 'Category', value: categoryText(filters.category), without: { category: '' } },
    { name: 'Tag', value: filters.tag, without: { tag: '' } },
    { name: 'Search', value: filters.search, without: { search: '' } },
  ].filter(({ value }) => value !== '')
  if (active.length === 0) return null
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map(({ name, value, without }) => (
        <li key={name}>
          <Link to={blogHref(filters, without)} className="chip" preventScrollReset>
            <span className="visually-hidden">Remove the filter </span>
            {name}: {value}
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The categories of the blog to choose from, and what is chosen. */
export function BlogFilterLinks({ loaded: { filters, categories } }: { loaded: LoadedBlog }) {
  return (
    <div className="mb-5">
      {categories.length > 1 && (
        <nav aria-label="Categories" className="category-buttons">
          <ul>
            <li>
              <Link to={blogHref(filters, { category: '' })} aria-current={filters.category === '' || undefined} preventScrollReset>
                All
              </Link>
            </li>
            {categories.map(({ value, count }) => (
              <li key={value}>
                <Link to={blogHref(filters, { category: value })} aria-current={filters.category === value || undefined} preventScrollReset>
                  <span className="first-upper">{categoryText(value)}</span> <span className="count">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Chips filters={filters} />
    </div>
  )
}

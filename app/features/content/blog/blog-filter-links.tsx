import { Chips } from '#app/ui/chips.tsx'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'
import { categoryText } from '#domain/blog-post.ts'
import { blogHref } from './blog-filters.ts'
import type { LoadedBlog } from './load-blog.ts'

/** Category links of the blog, and its active filters. */
export function BlogFilterLinks({ loaded: { filters, categories } }: { loaded: LoadedBlog }) {
  const active = [
    { name: 'Category', value: categoryText(filters.category), withoutHref: blogHref(filters, { category: '' }) },
    { name: 'Tag', value: filters.tag, withoutHref: blogHref(filters, { tag: '' }) },
    { name: 'Search', value: filters.search, withoutHref: blogHref(filters, { search: '' }) },
  ].filter(({ value }) => value !== '')
  return (
    <div className="mb-5">
      {categories.length > 1 && (
        <ChoiceNav
          label="Categories"
          choices={[
            { label: 'All', to: blogHref(filters, { category: '' }), isChosen: filters.category === '' },
            ...categories.map(({ value, count }) => ({
              label: <span className="first-upper">{categoryText(value)}</span>,
              count,
              to: blogHref(filters, { category: value }),
              isChosen: filters.category === value,
            })),
          ]}
        />
      )}
      <Chips filters={active} />
    </div>
  )
}

import { useNavigation } from 'react-router'
import { NewsletterBox } from '#app/features/contact/newsletter/newsletter-box.tsx'
import { BlogFilterLinks } from '#app/features/content/blog/blog-filter-links.tsx'
import { type BlogFilters, blogHref, blogParams, isNarrowed, NO_BLOG_FILTERS } from '#app/features/content/blog/blog-filters.ts'
import { FeaturedPost } from '#app/features/content/blog/featured-post.tsx'
import { feedLink } from '#app/features/content/blog/feed-link.ts'
import { type LoadedBlog, loadBlog } from '#app/features/content/blog/load-blog.ts'
import { BLOG_FAILED } from '#app/features/content/blog/messages.ts'
import { PostCard } from '#app/features/content/blog/post-card.tsx'
import { browserLoader, serverLoader } from '#app/lib/api.ts'
import { count, figure } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { listData } from '#app/lib/structured-data.ts'
import { ListEmpty, ListFailed } from '#app/ui/list-messages.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBox } from '#app/ui/search-box.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'
import { categoryText } from '#domain/blog-post.ts'
import type { Route } from './+types/blog'

const DESCRIPTION =
  "How packing with used cardboard works: mats and chips, machines and their upkeep, what it costs, and the rules. Written by the shop's team."

export const handle: RouteHandle = { changesWith: ['articles'] }
export const loader = serverLoader(loadBlog)
export const clientLoader = browserLoader(loadBlog)

function titleOf({ category, tag }: BlogFilters): string {
  const narrowed = [category && categoryText(category), tag].filter(Boolean).join(', ')
  return narrowed ? `Blog: ${narrowed}` : 'Blog'
}

function structuredData(title: string, path: string, { filters, featured, list }: LoadedBlog): object {
  const posts = [...(featured && filters.page === 1 ? [featured] : []), ...(list?.items ?? [])]
  const entries = posts.map((post) => ({ to: `/blog/${post.slug}`, label: post.title }))
  const blog = { to: '/blog', label: 'Blog' }
  const places = isNarrowed(filters) ? [blog, { to: path, label: title }] : [blog]
  return listData({ title, description: DESCRIPTION, path, places, entries })
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const filters = loaderData?.filters ?? NO_BLOG_FILTERS
  const title = titleOf(filters) + (filters.page > 1 ? `, page ${figure(filters.page)}` : '')
  const canonical = blogHref({ ...filters, search: '' }, { page: filters.page })
  return [
    ...pageMeta({
      title,
      description: DESCRIPTION,
      canonical,
      isPrivate: filters.search !== '' || loaderData?.list?.items.length === 0,
      structuredData: import.meta.env.SSR && loaderData && structuredData(title, canonical, loaderData),
    }),
    feedLink(),
  ]
}

function Posts({ list, filters, featured }: LoadedBlog) {
  if (!list) return <ListFailed text={BLOG_FAILED} />
  if (list.items.length > 0) {
    return (
      <ul className="grid gap-5 grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))]">
        {list.items.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
    )
  }
  if (isNarrowed(filters)) return <ListEmpty title="No articles match these filters." clear={{ href: '/blog', label: 'All articles' }} />
  return featured ? <p className="text-ink-2">The article above is the only one so far.</p> : <ListEmpty title="No Blog Posts Yet" />
}

function Head() {
  return (
    <header className="grid gap-2 mb-6">
      <h1>Blog</h1>
      <p className="max-w-lead text-ink-2">
        What we know about packing with used cardboard, with the figures behind it. Also as an{' '}
        <a href="/rss.xml" type="application/rss+xml">
          RSS feed
        </a>
        .
      </p>
    </header>
  )
}

function Search({ filters }: { filters: BlogFilters }) {
  return (
    <SearchBox
      search={filters.search}
      label="Search the articles"
      placeholder="Search articles..."
      action="/blog"
      hrefOf={(search) => blogHref(filters, { search })}
    >
      {Object.entries(blogParams({ ...filters, search: '' })).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </SearchBox>
  )
}

function Latest({ loaded }: { loaded: LoadedBlog }) {
  const { filters, featured, list, pages } = loaded
  const isLoading = useNavigation().location?.pathname === '/blog'
  const isPart = isNarrowed(filters)
  const hasPosts = featured !== null || isPart
  return (
    <section aria-labelledby="latest">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="latest">{isPart ? 'Articles' : 'Latest Articles'}</h2>
        {hasPosts && <Search filters={filters} />}
      </div>
      {hasPosts && <BlogFilterLinks loaded={loaded} />}
      <p role="status" className={isPart ? 'min-h-6 mb-3 text-ink-2' : 'visually-hidden'}>
        {isLoading ? 'Loading articles...' : list && isPart && count(list.total, 'article')}
      </p>
      <div aria-busy={isLoading} className="transition-opacity data-loading:opacity-45" data-loading={isLoading || undefined}>
        <Posts {...loaded} />
      </div>
      <Pagination page={filters.page} pages={pages} hrefOf={(page) => blogHref(filters, { page })} />
    </section>
  )
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { filters, featured } = loaderData
  return (
    <div className="wrap pt-8">
      <Head />
      {featured && filters.page === 1 && (
        <section aria-labelledby="featured" className="mb-12">
          <h2 id="featured" className="mb-4">
            Featured Article
          </h2>
          <FeaturedPost post={featured} priority />
        </section>
      )}
      <Latest loaded={loaderData} />
      <div className="mt-14">
        <NewsletterBox />
      </div>
    </div>
  )
}

import { Link, useSearchParams } from 'react-router'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import { PostPage } from './post-page.tsx'
import { PostsGrid } from './posts-grid.tsx'

const NEW = 'new'

/** Address of `/admin/content` with this tab and, while one is open, this post. */
function useTabAddress() {
  const [params] = useSearchParams()
  const tab = params.get('tab')
  return (post: string | null) => {
    const query = new URLSearchParams({ ...(tab !== null && { tab }), ...(post !== null && { post }) })
    return `/admin/content?${query}`
  }
}

/** The tab "Blog & Content": the list, a new post and a post, all at the tab's own address (`?post=`). */
export function ContentTab() {
  const [params] = useSearchParams()
  const addressOf = useTabAddress()
  const post = params.get('post')
  const hrefOf = ({ id }: Pick<OwnPost, 'id'>) => addressOf(id)
  if (post !== null) {
    return (
      <div className="mt-5">
        <PostPage key={post} place="tab" id={post === NEW ? null : post} listHref={addressOf(null)} hrefOf={hrefOf} heading="h2" />
      </div>
    )
  }
  return (
    <section aria-labelledby="blog-content" className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="blog-content">Blog & Content</h2>
        <Writers>
          <Link to={addressOf(NEW)} className="button">
            New post
          </Link>
        </Writers>
      </div>
      <PostsGrid place="tab" hrefOf={hrefOf} />
    </section>
  )
}

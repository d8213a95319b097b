import { Link } from 'react-router'
import { PostsGrid } from '#app/features/content/blog-admin/posts-grid.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import type { OwnPost } from '#contract/content/blog-posts.ts'

const hrefOf = ({ id }: OwnPost) => `/admin/blog/${id}`

export default function BlogScreen() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1>Blog</h1>
        <Writers>
          <Link to="/admin/blog/new" className="button">
            New post
          </Link>
        </Writers>
      </div>
      <PostsGrid place="page" hrefOf={hrefOf} />
    </>
  )
}

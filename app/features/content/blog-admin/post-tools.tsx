import { useState } from 'react'
import { Link } from 'react-router'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import { DeletePost } from './delete-post.tsx'
import { PostStatusBadge, whenRead } from './post-status.tsx'
import type { PostPlace } from './post-texts.ts'
import { usePostActions } from './use-post-actions.ts'

interface PostToolsProps {
  place: PostPlace
  post: OwnPost
  /** Called after the post is deleted. */
  onGone: () => void
}

/** Status and actions of a stored post: view and delete. */
export function PostTools({ place, post, onGone }: PostToolsProps) {
  const { act } = usePostActions(place)
  const [isAsking, setAsking] = useState(false)
  const when = whenRead(post)
  const remove = (id: string) => act('delete', id, onGone)
  return (
    <div className="flex flex-wrap items-center gap-3 mt-3.5">
      <p className="mr-auto flex flex-wrap items-baseline gap-x-3">
        <PostStatusBadge post={post} />
        {when && <span className="text-ink-2">{when}</span>}
      </p>
      <Link to={`/blog/${post.slug}`} target="_blank" rel="noopener" className="button hollow small">
        View (new tab)
      </Link>
      <Writers>
        <button type="button" className="button danger small" onClick={() => setAsking(true)}>
          Delete
        </button>
      </Writers>
      {isAsking && <DeletePost post={post} remove={remove} onClose={() => setAsking(false)} />}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { listHref as lastHref } from '#app/features/kit/frame/last-list.ts'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import { isApiError } from '#contract/errors.ts'
import { PostEditor } from './post-editor.tsx'
import type { PostPlace } from './post-texts.ts'
import { ownPostQuery } from './queries.ts'
import { usePostActions } from './use-post-actions.ts'

interface PostPageProps {
  place: PostPlace
  /** Null: a new post. */
  id: string | null
  /** Addresses of the list and of a post's form. */
  listHref: string
  hrefOf: (post: Pick<OwnPost, 'id'>) => string
  /** Level of the heading: of a page, or of a section. */
  heading: 'h1' | 'h2'
}

/** Page to write or edit a post, with a link back to the list. */
export function PostPage({ place, id, listHref, hrefOf, heading: Heading }: PostPageProps) {
  const token = useToken((state) => state.token)
  const navigate = useNavigate()
  const { data } = useQuery({ ...queryOf(ownPostQuery(token, id ?? '')), enabled: id !== null })
  usePageTitle(data ? `${data.title} | Blog` : null)
  const [list] = useState(() => lastHref(place === 'page' ? 'posts' : 'content-posts', listHref))
  const close = () => void navigate(list)
  const stay = (saved: OwnPost) => {
    if (id === null) void navigate(hrefOf(saved), { replace: true })
  }
  return (
    <>
      <Link to={list} className="back-link">
        All posts
      </Link>
      {data && <p className="text-ink-2">Edit post</p>}
      <Heading className="wrap-anywhere">
        <bdi>{data?.title ?? (id === null ? 'New post' : 'Edit post')}</bdi>
      </Heading>
      {id === null ? (
        <PostEditor key="new" place={place} post={null} onClose={close} onStay={stay} />
      ) : (
        <Known id={id}>
          <Load read={ownPostQuery(token, id)} failure="The post could not be loaded.">
            {(post) =>
              post.deletedAt ? (
                <Deleted place={place} post={post} />
              ) : (
                <PostEditor key={post.id} place={place} post={post} onClose={close} onStay={stay} />
              )
            }
          </Load>
        </Known>
      )}
    </>
  )
}

/** Shows a message in place of an unknown post. */
function Known({ id, children }: { id: string; children: ReactNode }) {
  const token = useToken((state) => state.token)
  const { error } = useQuery(queryOf(ownPostQuery(token, id)))
  if (isApiError(error) && error.status === 404) return <p className="notice mt-5">This post doesn't exist.</p>
  return children
}

function Deleted({ place, post }: { place: PostPlace; post: OwnPost }) {
  const { act, busy } = usePostActions(place)
  return (
    <div className="notice warn mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
      <p className="flex-1 basis-64">
        <b>
          <bdi>{post.title}</bdi>
        </b>{' '}
        was deleted and is no longer shown. You can restore it.
      </p>
      <Writers>
        <BusyButton className="button small" isBusy={busy === post.id} busy="Restoring…" onPress={() => void act('restore', post.id)}>
          Restore
        </BusyButton>
      </Writers>
    </div>
  )
}

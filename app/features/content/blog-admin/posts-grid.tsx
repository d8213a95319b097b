import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { BLOG_POST_LIST } from '#contract/content/blog-post-list.ts'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import { BLOG_STATUSES } from '#domain/blog-post.ts'
import { truncateAtWord } from '#domain/text.ts'
import { BULK_TOOLS } from './bulk-actions.tsx'
import { DeletePost } from './delete-post.tsx'
import { PostStatusBadge, STATUS_LABELS, whenRead } from './post-status.tsx'
import type { PostPlace } from './post-texts.ts'
import { ownPostsQuery } from './queries.ts'
import { usePostActions } from './use-post-actions.ts'

const EXCERPT_MAX = 100

const STATUS_FILTER: GridFilter = {
  name: 'status',
  label: 'Status',
  options: [...BLOG_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })), { value: 'Deleted', label: 'Deleted' }],
}

interface PostsGridProps {
  place: PostPlace
  /** Returns the address of a post's form. */
  hrefOf: (post: OwnPost) => string
}

type PostActions = ReturnType<typeof usePostActions>

const columnsFor = (hrefOf: PostsGridProps['hrefOf'], actions: PostActions, askDelete: (post: OwnPost) => void): GridColumn<OwnPost>[] => [
  ...columnsOf(BLOG_POST_LIST, {
    title: (post) => (
      <CellLines more={truncateAtWord(post.excerpt, EXCERPT_MAX)}>
        <Link to={hrefOf(post)} className="font-medium" title={post.title}>
          <bdi>{post.title}</bdi>
        </Link>
      </CellLines>
    ),
    status: (post) => (
      <CellLines more={whenRead(post)}>
        <PostStatusBadge post={post} />
      </CellLines>
    ),
    published: whenRead,
  }),
  actionsColumn((post) => <RowActions post={post} editHref={hrefOf(post)} actions={actions} onDelete={() => askDelete(post)} />),
]

/** Grid of all posts: searched, sorted, exported; drafts are published, posts deleted or restored in their rows. */
export function PostsGrid({ place, hrefOf }: PostsGridProps) {
  const token = useToken((state) => state.token)
  const actions = usePostActions(place)
  const [asked, setAsked] = useState<OwnPost | null>(null)
  const columns = useMemo(() => columnsFor(hrefOf, actions, setAsked), [hrefOf, actions])
  return (
    <>
      <DataGrid
        name={place === 'page' ? 'posts' : 'content-posts'}
        records={place === 'page' ? 'posts' : 'content-posts'}
        label="Posts"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        hrefOf={hrefOf}
        read={(query) => ownPostsQuery(token, query)}
        filters={place === 'page' ? [STATUS_FILTER] : []}
        searchLabel="Search posts"
        defaultSort="-updatedAt"
        exportPath="/api/admin/blog/export"
        actions={BULK_TOOLS[place]}
        empty={{ filtered: 'No posts found matching your criteria.', none: 'No posts found matching your criteria.' }}
        failure="The posts could not be loaded."
      />
      {asked && <DeletePost post={asked} remove={(id) => actions.act('delete', id)} onClose={() => setAsked(null)} />}
    </>
  )
}

interface RowActionsProps {
  post: OwnPost
  editHref: string
  actions: PostActions
  onDelete: () => void
}

function RowActions({ post, editHref, actions: { act, busy }, onDelete }: RowActionsProps) {
  const isBusy = busy === post.id
  if (post.deletedAt) {
    return (
      <BusyButton
        className="button hollow small"
        isBusy={isBusy}
        busy="Restoring…"
        aria-label={`Restore ${post.title}`}
        onPress={() => void act('restore', post.id)}
      >
        Restore
      </BusyButton>
    )
  }
  return (
    <span className="row-actions">
      {post.status === 'draft' && (
        <BusyButton
          className="button small"
          isBusy={isBusy}
          busy="Publishing…"
          aria-label={`Publish ${post.title}`}
          onPress={() => void act('publish', post.id)}
        >
          Publish
        </BusyButton>
      )}
      <Link to={editHref} className="button hollow small" aria-label={`Edit ${post.title}`}>
        Edit
      </Link>
      <button type="button" className="button danger small" aria-label={`Delete ${post.title}`} onClick={onDelete}>
        Delete
      </button>
    </span>
  )
}

import { useState } from 'react'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { count, figure } from '#app/lib/format.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import type { PostPlace } from './post-texts.ts'
import { usePostActions } from './use-post-actions.ts'

interface BulkActionsProps {
  place: PostPlace
  selection: GridSelection<OwnPost>
}

/** Bulk actions of the two grids. */
export const BULK_TOOLS = {
  page: (selection: GridSelection<OwnPost>) => <BulkActions place="page" selection={selection} />,
  tab: (selection: GridSelection<OwnPost>) => <BulkActions place="tab" selection={selection} />,
} as const

/** Actions for the selected posts, each only where it applies. */
function BulkActions({ place, selection: { rows: posts, clear } }: BulkActionsProps) {
  const { actAll, busy } = usePostActions(place)
  const [isAsking, setAsking] = useState(false)
  const drafts = posts.filter(({ status, deletedAt }) => status === 'draft' && deletedAt === null)
  const living = posts.filter(({ deletedAt }) => deletedAt === null)
  const deleted = posts.filter(({ deletedAt }) => deletedAt !== null)
  const isBusy = busy !== null
  const run = async (action: Parameters<typeof actAll>[0], chosen: readonly OwnPost[]) => {
    const isDone = await actAll(action, chosen)
    setAsking(false)
    if (isDone) clear()
  }
  return (
    <>
      {drafts.length > 0 && (
        <BusyButton isBusy={isBusy} onPress={() => void run('publish', drafts)}>
          Publish {count(drafts.length, 'draft')}
        </BusyButton>
      )}
      {deleted.length > 0 && (
        <BusyButton isBusy={isBusy} onPress={() => void run('restore', deleted)}>
          Restore {count(deleted.length, 'post')}
        </BusyButton>
      )}
      {living.length > 0 && (
        <BusyButton isBusy={isBusy} onPress={() => setAsking(true)}>
          Delete {count(living.length, 'post')}
        </BusyButton>
      )}
      {isAsking && (
        <AskDialog
          title={`Delete ${count(living.length, 'post')}`}
          confirm="Delete"
          busy="Deleting…"
          isBusy={isBusy}
          isDanger
          onConfirm={() => void run('delete', living)}
          onClose={() => setAsking(false)}
        >
          <p>
            Are you sure you want to delete {living.length === 1 ? 'this post' : `these ${figure(living.length)} posts`}? Staff can restore
            {living.length === 1 ? ' it' : ' them'}.
          </p>
        </AskDialog>
      )}
    </>
  )
}

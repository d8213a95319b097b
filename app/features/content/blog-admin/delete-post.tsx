import { useState } from 'react'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { OwnPost } from '#contract/content/blog-posts.ts'

interface DeletePostProps {
  post: Pick<OwnPost, 'id' | 'title'>
  /** @returns true when it was deleted */
  remove: (id: string) => Promise<boolean>
  onClose: () => void
}

/** Confirmation before a post is deleted. */
export function DeletePost({ post, remove, onClose }: DeletePostProps) {
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await remove(post.id)
    onClose()
  }
  return (
    <AskDialog
      title="Delete post"
      confirm="Delete"
      busy="Deleting…"
      isBusy={isBusy}
      isDanger
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="font-medium">
        <bdi>{post.title}</bdi>
      </p>
      <p>Are you sure you want to delete this post? This action cannot be undone.</p>
    </AskDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { offerUndo, undoEach } from '#app/features/kit/frame/offer-undo.ts'
import { api } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import { notifyDone, notifyFailed, type PostAction, type PostPlace } from './post-texts.ts'

type Action = Extract<PostAction, 'publish' | 'delete' | 'restore'>

const CALLS: Record<Action, (id: string) => Promise<unknown>> = {
  publish: (id) => api.blogPosts.publish({ params: { id } }),
  delete: (id) => api.blogPosts.remove({ params: { id } }),
  restore: (id) => api.blogPosts.restore({ params: { id } }),
}

/** A post before an action, and the answer to it. */
interface ActedPost {
  before: OwnPost
  after: unknown
}

const UNDO: Record<Action, (post: ActedPost) => Promise<unknown>> = {
  publish: ({ before: { id, publishedAt }, after }) =>
    // publish answers the post
    api.blogPosts.update({ params: { id }, body: { status: 'draft', publishedAt, version: (after as OwnPost).version } }),
  delete: ({ before: { id } }) => CALLS.restore(id),
  restore: ({ before: { id } }) => CALLS.delete(id),
}

const BULK_DONE: Record<Action, string> = { publish: 'published', delete: 'deleted', restore: 'restored' }
/** Value of `busy` while an action runs on several posts; otherwise it is a post's id. */
const BULK = 'all'

/** Invalidates the queries that a change of a post affects: lists of staff, and the blog in this browser. */
export function usePostsChanged(): () => Promise<void> {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: officeKey(token) }), client.invalidateQueries({ queryKey: ['blog'] })])
  }
}

/**
 * Publish, delete and restore actions, one at a time, with toasts.
 * @returns `busy`, the id of the post being changed
 */
export function usePostActions(place: PostPlace) {
  const changed = usePostsChanged()
  const [busy, setBusy] = useState<string | null>(null)
  /**
   * Runs an action; `onDone` is called before queries are invalidated.
   * @returns true on success
   */
  async function act(action: Action, id: string, onDone?: () => void): Promise<boolean> {
    if (busy !== null) return false
    setBusy(id)
    try {
      await CALLS[action](id)
      notifyDone(action)
      onDone?.()
      return true
    } catch (error) {
      notifyFailed(place, action, error)
      return false
    } finally {
      setBusy(null)
      await changed()
    }
  }
  /**
   * Runs an action on several posts in turn, stopping at the first failure; what is done can be undone.
   * @returns true when all succeeded
   */
  async function actAll(action: Action, posts: readonly OwnPost[]): Promise<boolean> {
    if (busy !== null) return false
    setBusy(BULK)
    const done: ActedPost[] = []
    try {
      for (const before of posts) done.push({ before, after: await CALLS[action](before.id) })
      return true
    } catch (error) {
      notifyFailed(place, action, error)
      return false
    } finally {
      if (done.length > 0) {
        offerUndo(`${count(done.length, 'post')} ${BULK_DONE[action]}`, 'post', () =>
          undoEach(done, ({ before }) => before.title, UNDO[action]),
        )
      }
      setBusy(null)
      await changed()
    }
  }
  return { act, actAll, busy }
}

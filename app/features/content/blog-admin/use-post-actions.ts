import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { notifyDone, notifyFailed, type PostAction, type PostPlace } from './post-texts.ts'

type Move = Extract<PostAction, 'publish' | 'delete' | 'restore'>

const MOVES: Record<Move, (id: string) => Promise<unknown>> = {
  publish: (id) => api.blogPosts.publish({ params: { id } }),
  delete: (id) => api.blogPosts.remove({ params: { id } }),
  restore: (id) => api.blogPosts.restore({ params: { id } }),
}

const DONE_TO_MANY: Record<Move, string> = { publish: 'published', delete: 'deleted', restore: 'restored' }
/** Stands for the chosen posts, where `busy` otherwise has the id of one. */
const ALL = 'all'

/** Reads anew what a change of a post touches: the lists of staff, and the blog as this browser has it. */
export function usePostsChanged(): () => Promise<void> {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: officeKey(token) }), client.invalidateQueries({ queryKey: ['blog'] })])
  }
}

/** Publishing, deleting and bringing back, each once at a time, with its message. @returns `busy`, the id of the post it is done with */
export function usePostActions(place: PostPlace) {
  const changed = usePostsChanged()
  const [busy, setBusy] = useState<string | null>(null)
  /** `onDone` is called before anything is read anew. @returns whether it was done */
  async function act(action: Move, id: string, onDone?: () => void): Promise<boolean> {
    if (busy !== null) return false
    setBusy(id)
    try {
      await MOVES[action](id)
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
  /** The same for several, one after the other; what is refused ends it. @returns whether all was done */
  async function actAll(action: Move, ids: readonly string[]): Promise<boolean> {
    if (busy !== null) return false
    setBusy(ALL)
    try {
      for (const id of ids) await MOVES[action](id)
      toast.success(`${count(ids.length, 'post')} ${DONE_TO_MANY[action]}`)
      return true
    } catch (error) {
      notifyFailed(place, action, error)
      return false
    } finally {
      setBusy(null)
      await changed()
    }
  }
  return { act, actAll, busy }
}

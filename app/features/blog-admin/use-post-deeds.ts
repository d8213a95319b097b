import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeKey } from '#app/features/applications/queries.ts'
import { api } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { type PostDeed, type PostPlace, tellDone, tellFailed } from './post-texts.ts'

type Move = Extract<PostDeed, 'publish' | 'delete' | 'restore'>

const MOVES: Record<Move, (id: string) => Promise<unknown>> = {
  publish: (id) => api.blogPosts.publish({ params: { id } }),
  delete: (id) => api.blogPosts.remove({ params: { id } }),
  restore: (id) => api.blogPosts.restore({ params: { id } }),
}

/** Reads anew what a change of a post touches: the lists of staff, and the blog as this browser has it. */
export function usePostsChanged(): () => Promise<void> {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: officeKey(token) }), client.invalidateQueries({ queryKey: ['blog'] })])
  }
}

/** Publishing, deleting and bringing back, each once at a time, with its message. @returns `busy`, the id of the post it is done with */
export function usePostDeeds(place: PostPlace) {
  const changed = usePostsChanged()
  const [busy, setBusy] = useState<string | null>(null)
  /** `onDone` is called before anything is read anew. @returns whether it was done */
  async function act(deed: Move, id: string, onDone?: () => void): Promise<boolean> {
    if (busy !== null) return false
    setBusy(id)
    try {
      await MOVES[deed](id)
      tellDone(deed)
      onDone?.()
      return true
    } catch (error) {
      tellFailed(place, deed, error)
      return false
    } finally {
      setBusy(null)
      await changed()
    }
  }
  return { act, busy }
}

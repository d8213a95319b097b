import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { isApiError } from '#contract/errors.ts'

/** An action on a post, as its messages name it. */
export type PostAction = 'create' | 'update' | 'delete' | 'publish' | 'restore'

const DONE: Record<PostAction, string> = {
  create: 'Blog post created successfully',
  update: 'Blog post updated successfully',
  delete: 'Blog post deleted successfully',
  publish: 'Blog post published successfully',
  restore: 'Blog post restored successfully',
}

/** The screen where posts are managed: the two phrase a failure differently. */
export type PostPlace = 'page' | 'tab'

export const notifyDone = (action: PostAction) => toast.success(DONE[action])

/** Returns `Failed to create post` and the like, shown when the request never arrived. */
export const failureOf = (action: PostAction): string => `Failed to ${action} post`

/** Shows a toast of a failure: on the tab the status with the server's sentence below, on the page the server's sentence alone. */
export function notifyFailed(place: PostPlace, action: PostAction, error: unknown): void {
  if (place === 'page') toast.error(messageOf(error, failureOf(action)))
  else if (isApiError(error)) toast.error(`${failureOf(action)}: HTTP error! status: ${error.status}`, undefined, error.detail)
  else toast.error(`${failureOf(action)}: the shop could not be reached`)
}

import { isApiError, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'

/** What is done with a post, as its messages say it. */
export type PostAction = 'create' | 'update' | 'delete' | 'publish' | 'restore'

const DONE: Record<PostAction, string> = {
  create: 'Blog post created successfully',
  update: 'Blog post updated successfully',
  delete: 'Blog post deleted successfully',
  publish: 'Blog post published successfully',
  restore: 'Blog post restored successfully',
}

/** Where posts are looked after: the two screens word a failure differently (D208). */
export type PostPlace = 'page' | 'tab'

export const notifyDone = (action: PostAction) => toast.success(DONE[action])

/** `Failed to create post`, what a form shows when the call never arrived. */
export const failureOf = (action: PostAction): string => `Failed to ${action} post`

/** Says that it failed: the tab with the status and the server's sentence below it, the page with the server's sentence alone. */
export function notifyFailed(place: PostPlace, action: PostAction, error: unknown): void {
  if (place === 'page') toast.error(messageOf(error, failureOf(action)))
  else if (isApiError(error)) toast.error(`${failureOf(action)}: HTTP error! status: ${error.status}`, undefined, error.detail)
  else toast.error(`${failureOf(action)}: the shop could not be reached`)
}

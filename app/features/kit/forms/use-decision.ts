import { useQueryClient } from '@tanstack/react-query'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { isApiError } from '#contract/errors.ts'

/**
 * Returns what carries out a decision about the record of a dialog. Afterwards, and where somebody else has changed the record, the lists
 * of the office are read anew.
 * @param onDone closes the dialog
 */
export function useDecision(onDone: () => void) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: officeKey(token) })
  /** @param decide returns the sentence that says so; null: there is more to decide, and the dialog stays */
  return async (decide: () => Promise<string | null>): Promise<void> => {
    try {
      const done = await decide()
      if (done !== null) toast.success(done)
      await refresh() // the row behind the dialog is the new one when it closes
      if (done !== null) onDone()
    } catch (failure) {
      if (isApiError(failure) && failure.status === 409) void refresh()
      throw failure
    }
  }
}

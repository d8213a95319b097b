import { messageOf, toastFailure } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { isApiError } from '#contract/errors.ts'
import { pluralize } from '#domain/text.ts'
import { refreshTabs } from './other-tabs.ts'

/** Time for which the message of a bulk change offers to undo it, in ms. */
const UNDO_MS = 10_000
const NAMED = 3

/** Result of undoing: how many records are as before, and the others with the reason. */
interface Restored {
  restored: number
  skipped: readonly { name: string; reason: string }[]
}

/** Says that a bulk change is done, and offers to undo it for ten seconds. */
export function offerUndo(text: string, noun: string, undo: () => Promise<Restored>): void {
  const act = async () => {
    try {
      showRestored(await undo(), noun, 'restored')
    } catch (error) {
      toastFailure(error, 'The change could not be undone. Please try again.')
    }
    await refreshTabs(queryClient)
  }
  toast.success(text, { label: 'Undo', ms: UNDO_MS, act: () => void act() })
}

/** Restores one deleted record, and says so. */
export async function restoreOne(name: string, restore: () => Promise<unknown>): Promise<void> {
  try {
    await restore()
    toast.success(`${name} is restored`)
  } catch (error) {
    toastFailure(error, `${name} could not be restored. Please try again.`)
  }
  await refreshTabs(queryClient)
}

/** Says that a record is deleted, and offers to restore it for ten seconds. */
export function offerRestore(text: string, name: string, restore: () => Promise<unknown>): void {
  toast.success(text, { label: 'Undo', ms: UNDO_MS, act: () => void restoreOne(name, restore) })
}

/** Says how many records were restored, and names those that were not with the reason. */
export function showRestored({ restored, skipped }: Restored, noun: string, words: string): void {
  if (restored > 0) toast.success(`${pluralize(restored, `${noun} is`, `${noun}s are`)} ${words}`)
  if (skipped.length === 0) return
  const named = skipped.slice(0, NAMED).map(({ name, reason }) => `${name}: ${reason}`)
  const rest = skipped.length > NAMED ? [`And ${pluralize(skipped.length - NAMED, `more ${noun}`)}.`] : []
  toast.warning(
    pluralize(skipped.length, `${noun} was not restored`, `${noun}s were not restored`),
    undefined,
    [...named, ...rest].join(' '),
  )
}

/** Undoes a change record by record; `undo` of one that somebody edited since is refused, and it stays as it is. */
export async function undoEach<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  undo: (row: Row) => Promise<unknown>,
): Promise<Restored> {
  const skipped: { name: string; reason: string }[] = []
  for (const row of rows) {
    await undo(row).catch((error: unknown) => {
      const isEdited = isApiError(error) && error.code === 'edit_conflict'
      skipped.push({ name: nameOf(row), reason: isEdited ? 'It has been edited since.' : messageOf(error, 'It could not be restored.') })
    })
  }
  return { restored: rows.length - skipped.length, skipped }
}

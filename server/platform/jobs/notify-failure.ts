import type { Deps } from '#server/platform/deps.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { WorkKind } from '#server/platform/vendors/queue.ts'

const MOST_TEXT = 200

/** The same kinds of work; when a piece has failed for the last time, staff are told. */
export function notifyingStaff({ db, now }: Pick<Deps, 'db' | 'now'>, kinds: readonly WorkKind[]): WorkKind[] {
  const tell = async ({ name, often }: WorkKind, id: string, error: unknown) => {
    const at = now()
    // what begins again by itself every few seconds would fill the bell while the provider is away: once a day
    const time = often ? `${name}:${at.toISOString().slice(0, 10)}` : `${id}:${at.getTime()}`
    await notify(db, {
      audience: 'staff',
      kind: 'job-failed',
      title: `Work in the background failed: ${name.replaceAll('-', ' ')}`,
      text: (error instanceof Error ? error.message : String(error)).slice(0, MOST_TEXT),
      path: '/admin/jobs?state=failed',
      dedupeKey: `job-failed:${time}`,
      at,
    })
  }
  return kinds.map((kind) => ({
    ...kind,
    run: async (work) => {
      try {
        return await kind.run(work)
      } catch (error) {
        // what the end of the server cut off is no failure: it begins again
        if (work.isLastTry && !work.signal.aborted) await tell(kind, work.id, error).catch(() => {})
        throw error
      }
    },
  }))
}

import type { Deps } from '#server/platform/deps.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { WorkKind } from '#server/platform/vendors/queue.ts'

const MAX_TEXT = 200

/** Wraps jobs so that staff get a notification when the last attempt has failed. */
export function withFailureNotifications({ db, now }: Pick<Deps, 'db' | 'now'>, kinds: readonly WorkKind[]): WorkKind[] {
  const notifyStaff = async ({ name, often }: WorkKind, id: string, error: unknown) => {
    const at = now()
    // a job that restarts every few seconds would flood the notifications during an outage: once a day
    const time = often ? `${name}:${at.toISOString().slice(0, 10)}` : `${id}:${at.getTime()}`
    await notify(db, {
      audience: { staff: 'system.read' },
      kind: 'job-failed',
      title: `Background job failed: ${name.replaceAll('-', ' ')}`,
      text: (error instanceof Error ? error.message : String(error)).slice(0, MAX_TEXT),
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
        // a job that the shutdown interrupted has not failed: it restarts
        if (work.isLastTry && !work.signal.aborted) await notifyStaff(kind, work.id, error).catch(() => {})
        throw error
      }
    },
  }))
}

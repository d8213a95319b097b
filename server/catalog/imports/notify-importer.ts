import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'

/** The result of an import or of its undo. */
interface ImportResult {
  importId: string
  /** The user who started it; null: the system, and nobody is notified. */
  actorId: string | null
  fileName: string
  /** The seller's business; null: staff. */
  businessId: string | null
  at: Date
}

const TITLES = {
  done: 'Import finished',
  failed: 'Import failed',
  undone: 'Import undone',
} as const

/** Notifies the user who started an import of its result. */
export async function notifyImporter(
  tx: Db,
  outcome: keyof typeof TITLES,
  text: string,
  { importId, actorId, fileName, businessId, at }: ImportResult,
): Promise<void> {
  if (actorId === null) return
  await notify(tx, {
    audience: { userId: actorId, businessId },
    kind: `import-${outcome}`,
    title: `${TITLES[outcome]}: ${fileName}`,
    text,
    path: `${businessId === null ? '/admin' : '/business'}/import?import=${importId}`,
    dedupeKey: `import-${outcome}:${importId}:${at.getTime()}`,
    at,
    isRead: outcome === 'done', // who started it reads the result on its page
  })
}

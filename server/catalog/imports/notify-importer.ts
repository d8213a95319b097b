import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'

/** How an import, or its undoing, ended. */
export interface Ending {
  importId: string
  /** Who started it; null: the shop itself, and nobody is told. */
  actorId: string | null
  fileName: string
  at: Date
}

const WORDS = {
  done: 'Import finished',
  failed: 'Import failed',
  undone: 'Import undone',
} as const

/** Tells who started an import that it is over, and what came of it. */
export async function notifyImporter(
  tx: Db,
  outcome: keyof typeof WORDS,
  text: string,
  { importId, actorId, fileName, at }: Ending,
): Promise<void> {
  if (actorId === null) return
  await notify(tx, {
    audience: { userId: actorId },
    kind: `import-${outcome}`,
    title: `${WORDS[outcome]}: ${fileName}`,
    text,
    path: `/admin/import?import=${importId}`,
    dedupeKey: `import-${outcome}:${importId}:${at.getTime()}`,
    at,
  })
}

import { DAY_MS } from '#domain/time.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** Place of a change: the number of the transaction that made it, and the row's id. */
export interface ChangePoint {
  position: string
  id: string
}

/**
 * Progress of a reader: through the rows by id (`since`: those changed since a moment only), and then through the changes after
 * `point`.
 */
export type SyncState =
  | { phase: 'rows'; since: string | null; after: string; point: ChangePoint }
  | { phase: 'changes'; point: ChangePoint }

/** Age from which a cursor is refused: deleted products are listed for longer than this (`RETENTION_DAYS.deleted`). */
const MAX_AGE_MS = 60 * DAY_MS

/** State in which a cursor holds: one state of one database, one list of one reader. */
interface CursorScope {
  era: string
  list: string
}

/** Before every id, and after every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const isPoint = (position: unknown, id: unknown) =>
  typeof position === 'string' && /^\d{1,18}$/.test(position) && typeof id === 'string' && UUID.test(id)

/** Writes a cursor. */
export function writeCursor({ era, list }: CursorScope, state: SyncState, now: Date): string {
  const { position, id } = state.point
  const rows = state.phase === 'rows' ? [state.after, state.since] : []
  return Buffer.from(JSON.stringify([era, list, now.getTime(), position, id, ...rows])).toString('base64url')
}

/** Reads a cursor. Refuses `cursor_invalid`, also for that of another list or reader, and `cursor_outdated`. */
export function readCursor({ era, list }: CursorScope, cursor: string, now: Date): SyncState {
  const [hisEra, hisList, at, position, id, after, since = null] = partsOf(cursor)
  if (typeof at !== 'number' || !isPoint(position, id)) return refuse('cursor_invalid')
  if (hisList !== list) return refuse('cursor_invalid')
  if (hisEra !== era || now.getTime() - at > MAX_AGE_MS) return refuse('cursor_outdated')
  const point = { position: String(position), id: String(id) }
  if (after === undefined) return { phase: 'changes', point }
  const isMoment = since === null || (typeof since === 'string' && !Number.isNaN(Date.parse(since)))
  if (!isMoment || typeof after !== 'string' || !isPoint('0', after)) return refuse('cursor_invalid')
  return { phase: 'rows', since, after, point }
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

import type { Client } from './table-rows.ts'

/** Kind of an operation on the shop's data. */
export type OperationKind = 'backup' | 'drill' | 'restore'

/** An operation on the shop's data that has ended. */
export interface Operation {
  kind: OperationKind
  startedAt: Date
  finishedAt: Date
  ok: boolean
  /** Size of the archive; null where it is not known. */
  bytes: number | null
  detail: Record<string, unknown>
}

/** Returns whether this database has the table of operations, and so was migrated far enough. */
async function hasOperations(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('public.operations') is not null as found")
  return rows[0]?.found === true
}

/** Records an operation. @returns false where the database is too old to have any */
export async function recordOperation(client: Client, { kind, startedAt, finishedAt, ok, bytes, detail }: Operation): Promise<boolean> {
  if (!(await hasOperations(client))) return false
  await client.query(
    'insert into operations (kind, started_at, finished_at, ok, bytes, detail) values ($1, $2::timestamptz, $3::timestamptz, $4, $5, $6::jsonb)',
    [kind, startedAt.toISOString(), finishedAt.toISOString(), ok, bytes, JSON.stringify(detail)],
  )
  return true
}

/** The newest operation of each kind, and when the newest backup that is whole was finished. */
export interface NewestOperations {
  newest: { [Kind in OperationKind]?: Pick<Operation, 'finishedAt' | 'ok' | 'bytes'> | undefined }
  backedUpAt: Date | null
  /** True until the outbox of a restored database is released. */
  isOutboxHeld: boolean
}

/** Reads the newest operations; none where the database is too old to have any. */
export async function readOperations(client: Client): Promise<NewestOperations> {
  if (!(await hasOperations(client))) return { newest: {}, backedUpAt: null, isOutboxHeld: false }
  const { rows } = await client.query<{
    kind: OperationKind
    finishedAt: Date
    ok: boolean
    bytes: number | null
    backedUpAt: Date | null
    isHeld: boolean
  }>(
    `select distinct on (kind) kind, finished_at as "finishedAt", ok, bytes,
        (select max(finished_at) from operations where kind = 'backup' and ok) as "backedUpAt",
        exists (select 1 from operations where kind = 'restore' and detail->>'releasedAt' is null) as "isHeld"
      from operations order by kind, id desc`,
  )
  return {
    newest: Object.fromEntries(rows.map(({ kind, finishedAt, ok, bytes }) => [kind, { finishedAt, ok, bytes }])),
    backedUpAt: rows[0]?.backedUpAt ?? null,
    isOutboxHeld: rows[0]?.isHeld ?? false,
  }
}

/**
 * Lets the outbox of a restored database send again. @param isLive says that live payment keys may be used with it, too
 * @returns the number of messages that are waiting; null where the outbox was not held
 */
export async function releaseOutbox(client: Client, { isLive, at }: { isLive: boolean; at: Date }): Promise<number | null> {
  if (!(await hasOperations(client))) return null
  const change = JSON.stringify({ releasedAt: at.toISOString(), ...(isLive && { isLive }) })
  const { rowCount } = await client.query(
    `update operations set detail = detail || $1::jsonb where kind = 'restore' and (detail->>'releasedAt' is null or ($2 and detail->>'isLive' is distinct from 'true'))`,
    [change, isLive],
  )
  if (!rowCount) return null
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from outbox where sent_at is null')
  return rows[0]?.count ?? 0
}

/** Returns whether a payment key is one that moves real money. */
export const isLiveKey = (key: string | undefined): boolean => /^(?:sk|rk)_live_/.test(key ?? '')

/**
 * Checks, before anything is written, that a restored copy is not run with live payment keys. @param secretKey of the payment provider
 * @throws Error naming the command that makes the copy the shop
 */
export async function checkCopy(client: Client, secretKey: string | undefined): Promise<void> {
  if (!isLiveKey(secretKey) || !(await hasOperations(client))) return
  const { rows } = await client.query<{ isLive: boolean }>(
    `select coalesce((detail->>'isLive')::boolean, false) as "isLive" from operations where kind = 'restore' order by id desc limit 1`,
  )
  if (rows[0]?.isLive === false) {
    throw new Error(
      "This database was restored from a backup: live Stripe keys can't be used with a copy. If this is now the live shop, run: npm run outbox:release -- --live",
    )
  }
}

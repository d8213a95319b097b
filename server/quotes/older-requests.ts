import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Messages that are requests of before quotes, and that no quote was made of yet. */
const OLDER = sql`m.topic = 'quote' and m.reference like 'Q-%' and not exists (select from quotes q where q.number = m.reference)`

/** Returns whether there is one. */
export async function hasOlderRequests(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from contact_messages m where ${OLDER}) as found`)
  return rows[0]?.found === true
}

/** Makes quotes of at most `limit` of them, oldest first. @returns their number */
export async function moveOlderRequests(tx: Db, limit: number, now: Date): Promise<number> {
  const at = now.toISOString()
  const { rows } = await tx.execute<{ count: number }>(sql`
    with older as materialized (
      select m.* from contact_messages m where ${OLDER} order by m.created_at limit ${limit} for update
    ), made as (
      insert into quotes (id, number, buyer_id, buyer_name, buyer_email, buyer_company, buyer_phone, status, waits_for, currency, request, impact_key, created_at, updated_at)
      select m.id, m.reference, m.user_id, m.name, m.email, coalesce(m.company, ''), coalesce(m.phone, ''), 'requested',
        case m.status when 'open' then 'seller' else 'buyer' end,
        coalesce((select s.value->>'default' from settings s where s.name = 'currency'), 'USD'),
        jsonb_build_object('lines', '[]'::jsonb, 'deliverTo', null, 'buyer', '{"kind": "business", "vatId": ""}'::jsonb, 'neededBy', null,
          'wants', '[]'::jsonb, 'message', m.message, 'details', coalesce(m.details, '{}'::jsonb)),
        m.impact_key, m.created_at, ${at}::timestamptz
      from older m returning id
    ), replies as (
      insert into quote_messages (quote_id, side, author_id, by_staff, text, created_at)
      select r.message_id, 'seller', r.author_id, true, r.text, r.created_at from message_replies r join older m on m.id = r.message_id
    ), gone as (
      delete from contact_messages c using older m where c.id = m.id and m.note = ''
    ) select count(*)::int as count from made`)
  return rows[0]?.count ?? 0
}

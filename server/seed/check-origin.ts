import type { Pool } from 'pg'
import { STAFF_ROLES } from '#domain/user.ts'

/** Name of the setting that records how the shop was first filled. */
const ORIGIN = 'origin'
type Origin = 'demo' | 'shop'

const DEMO_SUPER = 'super@reflute.test'
const DEMO_DOMAIN = '@reflute.test'

/**
 * Returns how this database was created; null without users. A shop from before this setting is a demo if its only staff are the demo
 * accounts.
 */
async function readOrigin(pool: Pool): Promise<Origin | null> {
  const tables = await pool.query<{ found: boolean }>(
    "select to_regclass('public.settings') is not null and to_regclass('public.users') is not null as found",
  )
  if (!tables.rows[0]?.found) return null
  const noted = await pool.query<{ value: Origin }>('select value from settings where name = $1', [ORIGIN])
  if (noted.rows[0]) return noted.rows[0].value
  const { rows } = await pool.query<{ users: number; supers: number; strangers: number }>(
    `select count(*) as users,
      count(*) filter (where lower(email) = $1) as supers,
      count(*) filter (where role = any($2) and lower(email) not like '%' || $3) as strangers
    from users`,
    [DEMO_SUPER, STAFF_ROLES, DEMO_DOMAIN],
  )
  const [count] = rows
  if (!count || count.users === 0) return null
  return count.supers > 0 && count.strangers === 0 ? 'demo' : 'shop'
}

/**
 * Checks, before anything is written, that DEMO=1 opens a demo.
 * @param hint what to do if DEMO is 1 only by default; appended to the error
 * @throws Error if the database contains a real shop
 */
export async function checkOrigin(pool: Pool, isDemo: boolean, hint = ''): Promise<void> {
  if (isDemo && (await readOrigin(pool)) === 'shop') {
    throw new Error(`DEMO=1 can't be used here: this database holds a shop that was not created as a demo.${hint}`)
  }
}

/** Records how the shop was created, once. */
export async function noteOrigin(pool: Pool, isDemo: boolean): Promise<void> {
  const origin = (await readOrigin(pool)) ?? (isDemo ? 'demo' : 'shop')
  await pool.query('insert into settings (name, value) values ($1, to_jsonb($2::text)) on conflict (name) do nothing', [ORIGIN, origin])
}

import type pg from 'pg'
import { pluralize } from '#domain/text.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { withClient } from '#server/platform/db/watched-client.ts'
import { verifyPassword } from '#server/platform/secrets/password.ts'
import { decryptSecret } from '#server/platform/secrets/secret-keys.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/seed/bootstrap-admin.ts'
import { type Finding, fail, ok, type Setup } from './finding.ts'

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [`public.${name}`])
  return rows[0]?.isThere === true
}

/** Returns the number of webhooks whose secret no key opens. */
async function countLockedWebhooks(client: pg.Client, keys: readonly Buffer[]): Promise<number> {
  if (!(await hasTable(client, 'webhooks'))) return 0
  const { rows } = await client.query<{ id: string; secret: Buffer }>('select id, secret from webhooks')
  return rows.filter(({ id, secret }) => decryptSecret(keys, secret, id) === null).length
}

/** Checks that SECRETS_KEYS opens every secret of an authenticator app or a webhook, and counts staff accounts without a second factor. */
export async function checkSecondFactor({ config: { secretsKeys } }: Setup, url: string): Promise<Finding> {
  const name = 'Second factor'
  return withClient({ connectionString: url }, async (client) => {
    if (!(await hasTable(client, 'user_totp'))) return ok(name, 'is checked once the migrations are applied')
    const { rows: secrets } = await client.query<{ userId: string; secret: Buffer }>('select user_id as "userId", secret from user_totp')
    const closed = secrets.filter(({ userId, secret }) => decryptSecret(secretsKeys, secret, userId) === null).length
    if (closed > 0) {
      const cure = 'Add the key they were encrypted with back, after the newest one, and run "npm run secrets:rotate".'
      return fail(name, `SECRETS_KEYS doesn't open the secrets of ${pluralize(closed, 'authenticator app')}.`, cure)
    }
    const locked = await countLockedWebhooks(client, secretsKeys)
    if (locked > 0) {
      const cure = 'Add the key they were encrypted with back, after the newest one, and run "npm run secrets:rotate".'
      return fail(name, `SECRETS_KEYS doesn't open the secrets of ${pluralize(locked, 'webhook')}.`, cure)
    }
    const { rows } = await client.query<{ staff: number; without: number }>(
      `select count(*)::int as staff, count(*) filter (where not exists (select 1 from user_totp t where t.user_id = u.id and t.confirmed_at is not null)
          and not exists (select 1 from user_passkeys p where p.user_id = u.id))::int as without
        from users u where role = any($1) and status = 'Active'`,
      [STAFF_ROLES],
    )
    const { staff = 0, without = 0 } = rows[0] ?? {}
    return ok(name, `${without} of ${pluralize(staff, 'staff account')} without one; Settings, Security can require it`)
  })
}

/** Checks that no demo account can sign in with its public password to a shop that is no demo. */
export async function checkDemoAccounts({ config: { isDemo } }: Setup, url: string): Promise<Finding> {
  const name = 'Demo accounts'
  if (isDemo) return ok(name, 'this is a demo shop')
  return withClient({ connectionString: url }, async (client) => {
    if (!(await hasTable(client, 'users'))) return ok(name, 'there are no accounts yet')
    const { rows } = await client.query<{ email: string; hash: string | null }>(
      `select email, password_hash as hash from users where lower(email) = any($1) and status = 'Active'`,
      [DEMO_ACCOUNTS.map(({ email }) => email)],
    )
    const open: string[] = []
    for (const { email, hash } of rows) if (await verifyPassword(DEMO_PASSWORD, hash)) open.push(email)
    if (open.length === 0) return ok(name, 'none can sign in')
    return fail(
      name,
      `Anyone can sign in as ${open.join(', ')}.`,
      'Suspend or delete them in /admin/users, or set DEMO=1 if this is a demo.',
    )
  })
}

import pg from 'pg'
import { verifyPassword } from '#server/identity/auth/password.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/seed/bootstrap-admin.ts'
import { type Finding, fail, ok, type Setup } from './finding.ts'

/** Checks that no demo account can sign in with its public password to a shop that is no demo. */
export async function checkDemoAccounts({ config: { isDemo } }: Setup, url: string): Promise<Finding> {
  const name = 'Demo accounts'
  if (isDemo) return ok(name, 'this is a demo shop')
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {
    // the statement fails too
  })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ found: boolean }>("select to_regclass('public.users') is not null as found")
    if (!tables[0]?.found) return ok(name, 'there are no accounts yet')
    const { rows } = await client.query<{ email: string; hash: string | null }>(
      `select email, password_hash as hash from users where lower(email) = any($1) and status = 'Active'`,
      [DEMO_ACCOUNTS.map(({ email }) => email)],
    )
    const open: string[] = []
    for (const { email, hash } of rows) if (await verifyPassword(DEMO_PASSWORD, hash)) open.push(email)
    if (open.length === 0) return ok(name, 'none can sign in')
    return fail(
      name,
      `Anybody can sign in as ${open.join(', ')}.`,
      'Suspend or delete them in /admin/users, or set DEMO=1 if this is a demo.',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

import { fillLargeShop } from './large-shop.ts'
import { type ListFigure, measureList, planLists, type Role } from './lists.ts'
import { openPostgresForBench } from './postgres.ts'
import { type BenchShop, openShop } from './shop.ts'

const ACCOUNTS: Record<Role, string | null> = {
  application_admin: 'staff@reflute.test',
  super_admin: 'super@reflute.test',
  business_admin: 'seller@reflute.test',
  customer: 'customer@reflute.test',
  visitor: null,
}

async function tokenOf(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'reflute-demo' }),
  })
  const { token } = (await answer.json()) as { token: string } // the shop's own response
  return token
}

/** Measures every list on PostgreSQL in a large shop. `only`: calls whose name starts with it. */
export async function measureLists(
  folder: string,
  only: string,
  say: (text: string) => void,
): Promise<{ database: string; figures: ListFigure[] }> {
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  let shop: BenchShop | null = null
  try {
    shop = await openShop(folder, database.url)
    say(`  filled in ${Math.round((await fillLargeShop(database.url)) / 1000)} s`)
    const tokens = new Map<Role, string | null>()
    // its keys are roles
    for (const [role, email] of Object.entries(ACCOUNTS)) tokens.set(role as Role, email ? await tokenOf(shop.origin, email) : null)
    const figures: ListFigure[] = []
    for (const plan of planLists().filter(({ call }) => call.startsWith(only))) {
      const figure = await measureList(shop.origin, plan, tokens.get(plan.role) ?? null)
      say(`  ${figure.call} ${figure.what}: p50 ${figure.p50.toFixed(0)}, p95 ${figure.p95.toFixed(0)} ms, ${figure.total ?? ''}`)
      figures.push(figure)
    }
    return { database: `PostgreSQL ${database.version}`, figures }
  } finally {
    await shop?.stop()
    await database.close()
  }
}

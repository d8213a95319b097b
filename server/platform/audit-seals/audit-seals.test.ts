import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { recordAudit, recordAudits } from '#server/platform/audit.ts'
import { inTransaction, openPostgres } from '#server/platform/db/client.ts'
import { backUp, makeFolder, makePlace, restore } from '#server/testing/archives.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { hasUnsealed, sealEntries } from './seal-entries.ts'
import { countUnsealed, findHead } from './sealed-entries.ts'
import { verifySeals } from './verify-seals.ts'

/* Section 10.5 of running.md: the chain of seals over the audit log. */

const given = inject('database')
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  later(-moved)
})
afterAll(() => shop.close())

let moved = 0
/** Moves the clock; the next test has it back. */
function later(ms: number): void {
  moved += ms
  shop.advance(ms)
}

const ENTRY = { actor: null, action: 'product.edit', targetType: 'product', targetId: 'p-1' }
const record = (count: number) =>
  recordAudits(
    shop.deps.db,
    Array.from({ length: count }, (_, at) => ({
      ...ENTRY,
      before: { stock: at },
      after: { stock: at + 1, name: '“Ünïcode” \\ "quoted"' },
    })),
  )
const work = { signal: new AbortController().signal }
const seal = () => sealEntries(shop.deps, work)
const query = (text: string) => shop.database.pool.query(text)
const ids = async () => (await query('select id from audit_entries order by id')).rows.map(({ id }: { id: number }) => id)
const verify = (anchor?: Parameters<typeof verifySeals>[1]) => verifySeals(shop.deps, anchor)
const found = async () => (await verify()).findings

/** Changes the database as somebody does who has the owner's password: past the triggers. */
const tamper = (statement: string) => query(`begin; set local session_replication_role = replica; ${statement}; commit`)

async function sealed(count = 10): Promise<number[]> {
  await record(count)
  later(61_000)
  await seal()
  return ids()
}

describe('sealing', () => {
  test('entries older than a minute are sealed in order of id; existing ones by the first run', async () => {
    await record(2500)
    expect(await hasUnsealed(shop.deps)).toBe(false)
    expect(await seal()).toBe('Sealed 0 entries.')
    later(61_000)
    expect(await hasUnsealed(shop.deps)).toBe(true)
    expect(await seal()).toBe('Sealed 2,500 entries.')
    expect(await hasUnsealed(shop.deps)).toBe(false)
    const { rows } = await query('select seq, entry_id from audit_seals order by seq')
    expect(rows).toEqual((await ids()).map((id, at) => ({ seq: at + 1, entry_id: id })))
    expect(await verify()).toEqual({
      entries: 2500,
      purged: 0,
      head: { seq: 2500, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      findings: [],
    })
  })

  test('two sealers at once make one chain', async () => {
    await record(3000)
    later(61_000)
    await Promise.all([seal(), seal(), seal()])
    expect(await verify()).toMatchObject({ entries: 3000, findings: [] })
  })

  test('an id that is committed late is sealed later', async () => {
    const [first = 0, second = 0] = await sealed(2)
    await tamper(`update audit_entries set id = ${second + 2} where id = ${second}; delete from audit_seals where seq = 2`)
    later(61_000)
    await seal()
    await tamper(
      `insert into audit_entries (id, actor_name, actor_role, action, target_type, target_id) values (${second}, 'A', 'b', 'c', 'd', 'e')`,
    )
    expect(await countUnsealed(shop.deps.db, shop.deps.now())).toBe(0)
    later(200_000)
    expect(await countUnsealed(shop.deps.db, shop.deps.now())).toBe(1)
    await seal()
    const { rows } = await query('select entry_id from audit_seals order by seq')
    expect(rows.map(({ entry_id }: { entry_id: number }) => entry_id)).toEqual([first, second + 2, second])
    expect(await found()).toEqual([])
  })

  test('writers do not wait: no trigger on their inserts, no lock, and no statement of an order reads the seals', async () => {
    const { rows } = await query(
      `select tgname from pg_trigger where tgrelid = 'audit_entries'::regclass and not tgisinternal and (tgtype & 4) <> 0
        union all select conname from pg_constraint where confrelid = 'audit_entries'::regclass or (contype = 'f' and conrelid = 'audit_entries'::regclass)`,
    )
    expect(rows).toEqual([])
    await query("create function refuse_seals() returns trigger language plpgsql as $$ begin raise exception 'sealed by a writer'; end $$")
    await query('create trigger no_seals before insert on audit_seals for each statement execute function refuse_seals()')
    const buyer = await shop.signIn('customer')
    const product = await shop.make.product({ category: 'accessories' })
    await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    await checkOut(buyer)
    await query('drop trigger no_seals on audit_seals; drop function refuse_seals()')
    if (shop.database.kind === 'embedded') return // one connection: all take turns
    later(61_000)
    const job = AsyncLocalStorage.snapshot()
    await inTransaction(shop.deps.db, async (tx) => {
      await recordAudit(tx, ENTRY)
      expect(await job(seal)).toMatch(/^Sealed [1-9]/)
    })
  })
})

describe('verifying', () => {
  test.each([
    ["set actor_name = 'Nobody'"],
    ["set after = '{}'"],
    ['set before = null'],
    ["set at = at + interval '1 microsecond'"],
    ["set request_id = ''"],
    ["set target_id = target_id || ' '"],
  ])('a changed entry is named, whatever changed: %s', async (change) => {
    const all = await sealed(3)
    await tamper(`update audit_entries ${change} where id = ${all[1]}`)
    expect(await found()).toEqual([`Entry ${all[1]} differs from its seal.`])
  })

  test('a changed seal is named with the next, which builds on it', async () => {
    const all = await sealed()
    await tamper("update audit_seals set hash = sha256('x') where seq = 8")
    expect(await found()).toEqual([8, 9].map((seq) => `Entry ${all[seq - 1]} differs from its seal.`))
  })

  test('a removed entry is named, with or without its seal', async () => {
    const all = await sealed()
    await tamper(`delete from audit_entries where id = ${all[3]}`)
    expect(await found()).toEqual([`Entry ${all[3]} is missing.`])
    await tamper(`delete from audit_seals where entry_id = ${all[3]}`)
    expect(await found()).toEqual([`Seal 4 and its entry, before entry ${all[4]}, are missing.`])
  })

  test('an inserted entry is named: among the others, or at the end with an old date', async () => {
    await record(10)
    const all = await ids()
    await tamper(`delete from audit_entries where id = ${all[5]}`) // as where a transaction was rolled back
    later(61_000)
    await seal()
    const values = "'Ann', 'super_admin', 'order.refund', 'order', 'o-1'"
    await query(
      `insert into audit_entries (id, at, actor_name, actor_role, action, target_type, target_id) values (${all[5]}, now() - interval '1 day', ${values})`,
    )
    await seal()
    expect(await found()).toEqual([`Entry ${all[5]} was inserted: it has no seal, and later ones have.`])
    await query(
      `insert into audit_entries (at, actor_name, actor_role, action, target_type, target_id) values (now() - interval '2 days', ${values})`,
    )
    await seal()
    const last = (await ids()).at(-1)
    expect((await found())[0]).toBe(`Entry ${last} was inserted: it is dated more than an hour before the entries ahead of it.`)
  })

  test('an entry that has no seal after ten minutes is named', async () => {
    await sealed()
    await record(1)
    later(300_000)
    expect(await found()).toEqual([])
    later(301_000)
    expect(await found()).toEqual([`Entry ${(await ids()).at(-1)} is not sealed.`])
  })

  test('a chain that was written anew does not have the anchor', async () => {
    await sealed()
    const { head } = await verify()
    expect((await verify(head)).findings).toEqual([])
    await record(3)
    later(61_000)
    await seal()
    expect((await verify(head)).findings).toEqual([])
    await tamper(`update audit_entries set actor_name = 'Nobody' where id = (select min(id) from audit_entries)`)
    await tamper('delete from audit_seals')
    await seal()
    expect(await found()).toEqual([])
    expect((await verify(head)).findings).toEqual([`Seal 10, of entry ${(await ids())[9]}, is not the one of the anchor.`])
    await tamper('delete from audit_seals where seq > 5; delete from audit_entries where id > (select max(entry_id) from audit_seals)')
    expect((await verify(head)).findings).toEqual(['Seal 10 of the anchor is missing.'])
  })

  test('seals cannot be changed by the shop itself', async () => {
    await sealed(1)
    for (const statement of ["update audit_seals set hash = 'x'", 'delete from audit_seals', 'delete from audit_entries'])
      await expect(query(statement)).rejects.toThrow('append-only')
    expect(await findHead(shop.deps.db)).toMatchObject({ seq: 1 })
  })

  test.runIf(TESTS_ALL && given.kind === 'postgres')('a restored backup has the same chain', async () => {
    await sealed(20)
    const { head } = await verify()
    const { folder, remove } = makeFolder()
    const { rows } = await query('select current_database() as name')
    const server = given.kind === 'postgres' ? given.server : ''
    const { file } = await backUp({ databaseUrl: `${server}/${rows[0].name}`, dataDir: folder }, folder)
    const copy = await makePlace(folder)
    await restore(file, copy)
    const database = await openPostgres(copy.databaseUrl ?? '')
    expect(await verifySeals({ ...shop.deps, db: database.db }, head)).toMatchObject({ entries: 20, head, findings: [] })
    await database.close()
    remove()
  })
})

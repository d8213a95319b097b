import { asc, eq, inArray, sql } from 'drizzle-orm'
import { pick } from '#domain/product-fields.ts'
import { plainCode, vectorsOf, wordsOf } from '#domain/search/words.ts'
import type { Db } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { businesses, categories, products, searchDocuments } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { factsText } from '#server/platform/text/normalized-columns.ts'
import { stemWord } from '#server/platform/text/stem-words.ts'

/*
 * The words by which products are found. PostgreSQL keeps them; what a word and its stem are is decided in TypeScript, for documents and
 * queries alike.
 */

/** Products whose documents are written at once. */
const BATCH = 500
const ROLES = { machine: 0, accessory: 1, material: 2, part: 3, trial: 4 } as const
/** Roles by the place of the category in the shop (`products.shopPlace`). */
const ROLE_OF_PLACE = [ROLES.machine, ROLES.material, ROLES.accessory, ROLES.part] as const
const TRIAL = /^(?:trial|sample)s?$/

const columns = {
  ...pick(products, ['id', 'slug', 'name', 'description', 'features', 'specifications', 'sku', 'mpn', 'gtin', 'brand']),
  place: products.shopPlace,
  category: categories.label,
  business: businesses.name,
}

type Indexed = { [Name in keyof typeof columns]: (typeof columns)[Name]['_']['data'] | null } & { name: string; place: number }

function documentOf(row: Indexed) {
  const codes = [row.sku, row.mpn, row.gtin, row.slug].filter((code) => code !== null && code !== '') as string[]
  const isTrial = wordsOf(row.name).some((word) => TRIAL.test(word))
  const vectors = vectorsOf(
    {
      title: [row.name],
      kind: row.category ?? '',
      facts: [
        row.category ?? '',
        row.brand ?? '',
        row.business ?? '',
        ...(row.specifications ?? []).map(({ name, value }) => `${name} ${value}`),
      ],
      body: [row.description ?? '', ...(row.features ?? [])],
      codes,
    },
    stemWord,
  )
  return { id: row.id, ...vectors, codes: codes.map(plainCode), role: isTrial ? ROLES.trial : (ROLE_OF_PLACE[row.place] ?? ROLES.part) }
}

/** Writes the documents of products as the transaction sees them. */
export async function indexProducts(tx: Db, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH)
    const rows = await tx
      .select(columns)
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .innerJoin(businesses, eq(businesses.id, products.businessId))
      .where(inArray(products.id, some))
      .orderBy(asc(products.id))
    if (rows.length === 0) continue
    // one parameter for all rows: a statement has room for 65,535
    await tx.execute(sql`
      insert into ${searchDocuments} (product_id, title, words, codes, role, is_stale)
      select d.id, d.title::tsvector, d.words::tsvector, array(select jsonb_array_elements_text(d.codes)), d.role, false
      from jsonb_to_recordset(${JSON.stringify(rows.map(documentOf))}::jsonb) as d(id uuid, title text, words text, codes jsonb,
      role smallint)
      on conflict (product_id) do update set title = excluded.title, words = excluded.words, codes = excluded.codes, role = excluded.role,
      is_stale = false`)
    await tx.execute(
      sql`select add_search_words((select string_agg(${factsText(products)}, ' ') from ${products} where ${inArray(products.id, some)}))`,
    )
  }
}

/** Says whether a document is older than its product. The order makes PostgreSQL use their index, whatever its statistics say. */
export async function hasStaleDocuments({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${searchDocuments} where is_stale order by product_id limit 1`)
  return rows.length > 0
}

/** Documents from which on PostgreSQL counts the table anew once they are written: it would plan searches as if they were still to be. */
const MANY = 2000

/**
 * Writes the documents that are older than their products, some at a time; those whose products are being changed are left to that change.
 */
export async function refreshDocuments({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<string> {
  let written = 0
  // each batch goes on after the one before: from the first on it would pass what the index keeps of those while a backup reads
  let after = '00000000-0000-0000-0000-000000000000'
  for (let last = BATCH; last === BATCH; written += last) {
    signal.throwIfAborted()
    const ids = await inTransaction(db, async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select product_id as id from ${searchDocuments} where is_stale and product_id > ${after}::uuid
        order by product_id limit ${BATCH} for update skip locked`)
      const found = rows.map(({ id }) => id)
      await indexProducts(tx, found)
      return found
    })
    last = ids.length
    after = ids.at(-1) ?? after
  }
  if (written >= MANY) await db.execute(sql`analyze ${searchDocuments}`)
  return `${written} products indexed`
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { DEMO_PAPERS } from '#content/papers.ts'
import { DAY_MS } from '#domain/time.ts'
import { productPapers, products } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { headOf } from '#server/platform/files/files.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'content', 'papers')
/** Age of the papers: older than every order of the demo. */
const AGE_DAYS = 4 * 365

/** Adds the papers of the demo's products, as far as these are there. */
export async function seedPapers({ db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const known = await db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(inArray(products.slug, [...new Set(DEMO_PAPERS.map(({ slug }) => slug))]))
  for (const { id: productId, slug: name } of known)
    for (const { slug, file: fileName, ...paper } of DEMO_PAPERS) {
      if (slug !== name) continue
      const content = await readFile(join(FOLDER, fileName))
      const file = `papers/demo-${fileName}`
      await files.put(file, content, headOf(file))
      const hash = createHash('sha256').update(content).digest('hex')
      const createdAt = new Date(now().getTime() - AGE_DAYS * DAY_MS)
      await db
        .insert(productPapers)
        .values({ ...paper, productId, fileName, file, bytes: content.length, hash, createdAt })
        .onConflictDoNothing()
    }
}

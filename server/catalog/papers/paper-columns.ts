import { and, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PublicPaper } from '#contract/catalog/papers.ts'
import { PAPER_KINDS, PUBLIC_PAPERS } from '#domain/paper.ts'
import type { HeldPaper } from '#domain/required-papers.ts'
import { productPapers, products } from '#server/platform/db/schema.ts'

/** Papers that everybody may read: the current ones of public kinds, and proofs that staff have accepted. */
export const isPublicPaper = and(
  isNull(productPapers.supersededAt),
  or(inArray(productPapers.kind, [...PUBLIC_PAPERS]), isNotNull(productPapers.acceptedAt)),
)
/** The product has a page: it is public, or recalled. */
export const isOnPage = or(products.isPublic, and(isNotNull(products.recalledAt), ne(products.status, 'Deleted')))

const kinds = sql.raw(`array[${PAPER_KINDS.map((kind) => `'${kind}'`).join(', ')}]`)
/** Papers in the order of their kinds, then by language, newest first. */
export const paperOrder: SQL[] = [
  sql`array_position(${kinds}, ${productPapers.kind})`,
  sql`${productPapers.language}`,
  sql`${productPapers.createdAt} desc`,
  sql`${productPapers.id}`,
]

/** The public papers of a product as one value of a query. */
export const papersColumn = sql<PublicPaper[]>`coalesce((
  select json_agg(json_build_object('id', ${productPapers.id}, 'kind', ${productPapers.kind}, 'language', ${productPapers.language},
    'revision', ${productPapers.revision}, 'law', ${productPapers.law}, 'validTo', ${productPapers.validTo},
    'bytes', ${productPapers.bytes},
    'type', substring(${productPapers.file} from '[a-z]+$')) order by ${sql.join(paperOrder, sql`, `)})
  from ${productPapers} where ${productPapers.productId} = ${products.id} and ${isPublicPaper}), '[]'::json)`

/** The current papers of a product as the rules need them; an empty list for none. */
export const heldPapersColumn = sql<HeldPaper[]>`coalesce((
  select json_agg(json_build_object('kind', ${productPapers.kind}, 'language', ${productPapers.language}, 'law', ${productPapers.law},
    'validTo', ${productPapers.validTo}))
  from ${productPapers} where ${productPapers.productId} = ${products.id} and ${productPapers.supersededAt} is null), '[]'::json)`

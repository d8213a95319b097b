import type { Readable } from 'node:stream'
import type { OwnedPaper, PaperedProduct, ProductPapers } from '#contract/catalog/papers.ts'
import { mayAct } from '#domain/permissions.ts'
import { paperGaps, scopeOf } from '#domain/required-papers.ts'
import { dayOf } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { headOf } from '#server/platform/files/files.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import {
  countOwned,
  findPaper,
  findPapered,
  hasBought,
  listOwned,
  listPaperedProducts,
  listPapers,
  listPublicPapers,
  type PaperRow,
} from './paper-list.ts'
import { presentOwned, presentPaper } from './present-paper.ts'

/** Returns whether an actor edits the papers of a business's products: its sellers, and staff of the catalog. */
export const mayEditPapers = (actor: Actor | null, businessId: string): boolean =>
  actor !== null && (mayAct(actor, 'catalog.read') || (actor.role === 'business_admin' && actor.businessId === businessId))

/** Returns the papers of a product that the caller may read, and to those who edit it what it lacks. Refuses `not_found`. */
export async function readPapers({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor | null, productId: string): Promise<ProductPapers> {
  const product = found(await findPapered(db, productId))
  const isEditor = mayEditPapers(actor, product.businessId)
  const isBuyer = !isEditor && actor !== null && (await hasBought(db, actor.userId, productId))
  if (!isEditor && !isBuyer && !product.isOnPage) refuse('not_found')
  const rows = await listPapers(db, productId, !isEditor && !isBuyer)
  return { papers: rows.map(presentPaper), missing: isEditor ? await readGaps(db, product, rows, now()) : [] }
}

async function readGaps(db: Db, product: Parameters<typeof scopeOf>[0], rows: readonly PaperRow[], now: Date) {
  const { markets, company, papers } = await readSettings(db)
  const open = markets.filter(({ isOpen }) => isOpen).map(({ country }) => country)
  const held = rows.filter(({ supersededAt }) => supersededAt === null)
  return paperGaps(scopeOf(product), held, { markets: open, modes: papers.modes, day: dayOf(now, company.timeZone) })
}

/** Returns the file of a paper to those who may read it. Refuses `not_found`. */
export async function readPaperFile(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  actor: Actor | null,
  id: string,
): Promise<{ name: string; type: string; bytes: Readable }> {
  const { paper, slug, businessId, isPublic } = found(await findPaper(db, id))
  const { productId, kind, language, revision, file } = paper
  if (!isPublic && !mayEditPapers(actor, businessId) && !(actor && (await hasBought(db, actor.userId, productId)))) refuse('not_found')
  const name = [slug, kind, language, revision].join('-').replace(/[^A-Za-z0-9]+/g, '-')
  const bytes = found(await files.get(file))
  return { name: `${name.replace(/-$/, '')}${file.slice(file.lastIndexOf('.'))}`, type: headOf(file).contentType, bytes }
}

/** Returns a page of the public products with public papers. */
export async function readPublicPapers(
  db: Db,
  range: Parameters<typeof listPaperedProducts>[1],
): Promise<{ items: PaperedProduct[]; total: number }> {
  const { rows, total } = await listPaperedProducts(db, range)
  const ids = rows.map(({ id }) => id)
  const papers = (await listPublicPapers(db, ids)).map(presentPaper)
  return { items: rows.map((row) => ({ ...row, papers: papers.filter(({ productId }) => productId === row.id) })), total }
}

/** Returns a page of the papers of what a user bought, or of one order. */
export async function readOwnPapers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<Actor, 'userId'>,
  asked: Parameters<typeof listOwned>[2],
): Promise<{ items: OwnedPaper[]; total: number }> {
  const rows = await listOwned(db, userId, asked)
  return { items: rows.map((row) => presentOwned(row, now())), total: await countOwned(db, userId, asked) }
}

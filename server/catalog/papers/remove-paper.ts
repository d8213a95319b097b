import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { deletePaper, findPaper, lockPapers, wasOrdered } from './paper-list.ts'
import { mayEditPapers } from './read-papers.ts'

/** Removes a paper, and then its file. Refuses `not_found` and, once its product was ordered, `paper_of_sold_product`. */
export async function removePaper({ db, files }: Deps, actor: Actor, id: string, requestId: string): Promise<void> {
  const file = await inTransaction(db, async (tx) => {
    const known = found(await findPaper(tx, id))
    if (!mayEditPapers(actor, known.businessId)) refuse('not_found')
    await lockPapers(tx, known.paper.productId)
    const { paper } = found(await findPaper(tx, id))
    const { productId, kind, language, revision, fileName } = paper
    if (await wasOrdered(tx, productId)) refuse('paper_of_sold_product')
    await deletePaper(tx, paper)
    const before = { kind, language, revision, fileName }
    await recordAudit(tx, { actor, action: 'product.paper_removed', targetType: 'product', targetId: productId, before, requestId })
    return paper.file
  })
  await files.remove(file)
}

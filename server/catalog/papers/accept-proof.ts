import type { Paper } from '#contract/catalog/papers.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseField } from '#server/platform/http/refusal.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'
import { checkValidTo } from './add-paper.ts'
import { findPaper, keepAcceptance, lockPapers } from './paper-list.ts'
import { presentPaper } from './present-paper.ts'

/** A decision of staff about a proof. */
interface Decision {
  id: string
  isAccepted: boolean
  requestId: string
}

/**
 * Accepts a paper as the proof of what its product states, or takes that back. Refuses `not_found`, what is no current proof, and one that
 * has expired.
 */
export async function acceptProof({ db, now }: Deps, actor: Actor, { id, isAccepted, requestId }: Decision): Promise<Paper> {
  return inTransaction(db, async (tx) => {
    const { productId } = found(await findPaper(tx, id)).paper
    await lockPapers(tx, productId)
    const { paper } = found(await findPaper(tx, id))
    if (paper.kind !== 'proof') refuseField('isAccepted', 'Only a proof of a claim can be accepted.')
    if (isAccepted && paper.supersededAt !== null) refuseField('isAccepted', 'A newer revision supersedes this proof.')
    const expired = isAccepted ? checkValidTo(paper.validTo ?? '', await readToday(tx, now())) : null
    if (expired) refuseField('isAccepted', expired)
    if ((paper.acceptedAt !== null) === isAccepted) return presentPaper(paper)
    const action = isAccepted ? 'product.proof_accepted' : 'product.proof_withdrawn'
    const after = { paper: paper.fileName, revision: paper.revision }
    await recordAudit(tx, { actor, action, targetType: 'product', targetId: productId, after, requestId })
    return presentPaper(found(await keepAcceptance(tx, id, isAccepted ? now() : null)))
  })
}

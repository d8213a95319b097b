import { createHash, randomBytes } from 'node:crypto'
import type { Paper } from '#contract/catalog/papers.ts'
import { namesLaw, type PaperKind, paperTypeOf } from '#domain/paper.ts'
import { formatLongDate, withoutUnseen } from '#domain/text.ts'
import { isDay } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { headOf } from '#server/platform/files/files.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'
import { findSame, insertPaper, lockPapers } from './paper-list.ts'
import { presentPaper } from './present-paper.ts'

/** A paper as its form sends it. */
interface PaperForm {
  kind: PaperKind
  language: string
  revision: string
  law: string
  validTo: string
}

/** A received file. */
interface SentFile {
  name: string
  bytes: Buffer
}

/** A user who adds a paper, and its product. */
interface PaperWrite {
  actor: Actor
  productId: string
  requestId: string
}

const MAX_NAME = 200

/** Returns a refusal's sentence about the last day of a paper; null for one that is valid. */
export function checkValidTo(validTo: string, today: string): string | null {
  if (validTo === '') return null
  if (!isDay(validTo)) return 'Please enter a date like 2026-03-04'
  return validTo < today ? `This paper expired on ${formatLongDate(new Date(validTo))}. Upload one that is valid.` : null
}

/**
 * Stores a paper of a product as it was sent, which supersedes the one of its kind and language. Refuses at its field what is no PDF, PNG
 * or JPEG by its content, a declaration without its law, what has expired, and a file that is there already.
 */
export async function addPaper(
  { db, files, now }: Deps,
  { actor, productId, requestId }: PaperWrite,
  form: PaperForm,
  sent: SentFile | null,
): Promise<Paper> {
  const { kind, language, revision, law, validTo } = form
  if (!sent || sent.bytes.length === 0) return refuseField('file', 'Please choose a file')
  const type = paperTypeOf(sent.bytes)
  if (!type) return refuseField('file', `${sent.name} isn't a whole PDF, PNG or JPEG file. Choose another file.`)
  if (namesLaw(kind) && law === '') refuseField('law', 'Enter the law that the declaration names, such as 2006/42/EC.')
  const expired = checkValidTo(validTo, await readToday(db, now()))
  if (expired) refuseField('validTo', expired)
  const hash = createHash('sha256').update(sent.bytes).digest('hex')
  const same = { productId, kind, language, hash, law, validTo: validTo === '' ? null : validTo }
  const refuseSame = async (tx: typeof db) => {
    const known = await findSame(tx, same)
    if (!known) return
    const name = known.revision === '' ? '' : ` as revision ${known.revision}`
    refuseField('file', `This file is already here${name}. Choose the new revision.`)
  }
  await refuseSame(db) // before the file is stored
  const file = `papers/${randomBytes(16).toString('base64url')}.${type}`
  await files.put(file, sent.bytes, headOf(file))
  try {
    return await inTransaction(db, async (tx) => {
      await lockPapers(tx, productId)
      await refuseSame(tx)
      const fileName = withoutUnseen(sent.name)
        .replace(/\p{Cc}/gu, '')
        .slice(-MAX_NAME)
      const facts = { ...same, revision, fileName, bytes: sent.bytes.length }
      const row = await insertPaper(tx, { ...facts, file, createdAt: now() }) // not before the one it supersedes
      const after = { kind, language, revision, fileName }
      await recordAudit(tx, { actor, action: 'product.paper_added', targetType: 'product', targetId: productId, after, requestId })
      return presentPaper(row)
    })
  } catch (error) {
    await files.remove(file).catch(() => {}) // the purge deletes what is left
    throw error
  }
}

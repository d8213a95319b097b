import type { PaperZipResult } from '#contract/catalog/papers.ts'
import { namesLaw, PAPER_BYTES, PAPER_ZIP } from '#domain/paper.ts'
import { guessPaper, skuIn } from '#domain/paper-names.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError, refuseField } from '#server/platform/http/refusal.ts'
import { readZip, UnreadableZip, type ZippedFile } from '#server/platform/vendors/zip.ts'
import { addPaper } from './add-paper.ts'
import { listSkus } from './paper-list.ts'

type Added = PaperZipResult['added'][number]

const LIMITS = { files: PAPER_ZIP.files, bytesEach: PAPER_BYTES, unpacked: PAPER_ZIP.unpacked }

/** Adds one file of a ZIP by its name. Refuses what its name does not say, and what `addPaper` does. */
async function addFile(
  deps: Deps,
  { name, bytes }: ZippedFile,
  products: ReadonlyMap<string, string>,
  context: { actor: Actor; requestId: string },
): Promise<Added> {
  const sku = skuIn(name, [...products.keys()])
  const productId = sku === null ? undefined : products.get(sku)
  if (sku === null || !productId) return refuseField('file', "Its name doesn't begin with the SKU of one of your products.")
  if (bytes === null) return refuseField('file', 'It is larger than 20 MB or protected by a password.')
  const { language, ...guess } = guessPaper(name.slice(sku.length))
  if (language === null) return refuseField('file', 'Its name has no language. Add its code, such as _de.')
  if (namesLaw(guess.kind) && guess.law === '')
    return refuseField('file', 'Its name has no law. Add the number of the one that it declares, such as _2006-42.')
  const form = { ...guess, language, validTo: '' }
  return { file: name, sku, paper: await addPaper(deps, { ...context, productId }, form, { name, bytes }) }
}

/**
 * Adds the papers of a ZIP to a seller's products, one after the other; what cannot be added is answered with its reason. Refuses a file
 * that is no ZIP, or unpacks to too much, at its field: what came before stays.
 */
export async function addPapers(
  deps: Deps,
  actor: Actor,
  { content, requestId }: { content: Buffer | null; requestId: string },
): Promise<PaperZipResult> {
  if (!content || content.length === 0) return refuseField('file', 'Please choose a ZIP file')
  const products = new Map((await listSkus(deps.db, found(actor.businessId))).map(({ id, sku }) => [sku, id]))
  const result: PaperZipResult = { added: [], refused: [] }
  try {
    for await (const file of readZip(content, LIMITS)) {
      try {
        result.added.push(await addFile(deps, file, products, { actor, requestId }))
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error
        result.refused.push({ file: file.name, message: error.message })
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error
    refuseField('file', `This ZIP can't be read: ${error.message}`)
  }
  if (result.added.length + result.refused.length === 0) refuseField('file', 'This ZIP has no files.')
  return result
}

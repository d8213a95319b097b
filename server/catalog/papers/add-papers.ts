import type { PaperZipResult } from '#contract/catalog/papers.ts'
import { namesLaw, PAPER_BYTES, PAPER_ZIP } from '#domain/paper.ts'
import { guessPaper, skuIn } from '#domain/paper-names.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError, refuseField } from '#server/platform/http/refusal.ts'
import { readZip, UnreadableZip, type ZipProblem, type ZippedFile } from '#server/platform/vendors/zip.ts'
import { addPaper } from './add-paper.ts'
import { listSkus } from './paper-list.ts'

type Added = PaperZipResult['added'][number]

const LIMITS = { files: PAPER_ZIP.files, bytesEach: PAPER_BYTES, unpacked: PAPER_ZIP.unpacked }

const PROBLEMS: Readonly<Record<ZipProblem, string>> = {
  large: 'It is larger than 20 MB or protected by a password.',
  path: 'Its name leads out of the ZIP. Rename it.',
  damaged: 'It is damaged. Pack it again.',
  room: 'The files before it unpack to 300 MB together. Send it in another ZIP.',
}

interface Sending {
  actor: Actor
  requestId: string
}

/** Adds one file of a ZIP by its name. Refuses what cannot be read, what its name does not say, and what `addPaper` does. */
async function addFile(
  deps: Deps,
  { name, bytes, problem }: ZippedFile,
  products: ReadonlyMap<string, string>,
  context: Sending,
): Promise<Added> {
  if (problem !== null) return refuseField('file', PROBLEMS[problem])
  const sku = skuIn(name, [...products.keys()])
  const productId = sku === null ? undefined : products.get(sku)
  if (sku === null || !productId) return refuseField('file', "Its name doesn't begin with the SKU of one of your products.")
  const { language, ...guess } = guessPaper(name.slice(sku.length))
  if (language === null) return refuseField('file', 'Its name has no language. Add its code, such as _de.')
  if (namesLaw(guess.kind) && guess.law === '')
    return refuseField('file', 'Its name has no law. Add the number of the one that it declares, such as _2006-42.')
  const form = { ...guess, language, validTo: '' }
  return { file: name, sku, paper: await addPaper(deps, { ...context, productId }, form, { name, bytes }) }
}

/** Adds files one after the other; what is refused is answered with its reason. */
async function addEach(deps: Deps, businessId: string, content: Buffer, context: Sending, result: PaperZipResult): Promise<void> {
  const products = new Map((await listSkus(deps.db, businessId)).map(({ id, sku }) => [sku, id]))
  for await (const file of readZip(content, LIMITS)) {
    try {
      result.added.push(await addFile(deps, file, products, context))
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      result.refused.push({ file: file.name, message: error.message })
    }
  }
}

/** Line of the answer for the files that were not reached. */
const REST = 'The rest of the ZIP'

/**
 * Adds the papers of a ZIP to a seller's products; each file is answered by itself, also where the ZIP ends early or the shop fails under
 * way. Refuses what is no ZIP, or has no files, at its field.
 * @param log notified of a failure after which something was added
 */
export async function addPapers(
  deps: Deps,
  actor: Actor,
  { content, requestId, log }: { content: Buffer | null; requestId: string; log: { error: (facts: object, text: string) => void } },
): Promise<PaperZipResult> {
  if (!content || content.length === 0) return refuseField('file', 'Please choose a ZIP file')
  const result: PaperZipResult = { added: [], refused: [] }
  try {
    await addEach(deps, found(actor.businessId), content, { actor, requestId }, result)
  } catch (error) {
    const isUnreadable = error instanceof UnreadableZip
    if (result.added.length === 0 && isUnreadable) refuseField('file', `This ZIP can't be read: ${error.message}`)
    if (result.added.length === 0) throw error
    if (!isUnreadable) log.error({ err: error }, 'a ZIP of papers was added in part')
    const message = isUnreadable ? `It can't be read: ${error.message}` : 'Something went wrong in the shop. Upload these files again.'
    result.refused.push({ file: REST, message })
  }
  if (result.added.length + result.refused.length === 0) refuseField('file', 'This ZIP has no files.')
  return result
}

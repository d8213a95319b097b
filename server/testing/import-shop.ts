import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ImportDetail, ImportOptions, ImportPreview } from '#contract/catalog/imports.ts'
import { PICTURES_WORK } from '#server/catalog/imports/fetch-pictures.ts'
import { workKinds } from '#server/jobs.ts'
import { products } from '#server/platform/db/schema.ts'
import { createQueue } from '#server/platform/vendors/queue.ts'
import { openTestShop, type SignedInUser } from './test-shop.ts'

/** The calls of the import dialog, of staff or of a seller. */
type Imports = SignedInUser['imports'] | SignedInUser['sellerImports']

/** Opens a shop that imports in the background. */
export async function openDialogShop() {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-imports-'))
  const shop = await openTestShop({}, { catalogFile: null, dataDir: folder })
  const queue = createQueue(shop.database)
  shop.deps.queue = queue
  // pictures of files are on servers that are none: those tests fetch them that are about it
  const kinds = workKinds(shop.deps).filter(({ name }) => name !== PICTURES_WORK)
  await queue.start(kinds, () => {})
  return {
    ...shop,
    stored: async (slug: string) => {
      const [row] = await shop.deps.db.select().from(products).where(eq(products.slug, slug))
      if (!row) throw new Error(`no ${slug}`)
      return row
    },
    close: async () => {
      await queue.stop(2000)
      await shop.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type ImportShop = Awaited<ReturnType<typeof openDialogShop>>

export const formOf = (content: string | Uint8Array, name = 'products.csv'): FormData => {
  const form = new FormData()
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  return form
}

/** Goes through the steps of the dialog. */
export function importerOf(imports: Imports) {
  const upload = (content: string | Uint8Array, name?: string) => imports.upload({ form: formOf(content, name) })
  const optionsOf = ({ file }: ImportDetail): ImportOptions => {
    if (!file) throw new Error('no draft')
    return file.options
  }
  const check = (draft: ImportDetail, more: Partial<ImportOptions> = {}): Promise<ImportPreview> =>
    imports.check({ params: { id: draft.id }, body: { ...optionsOf(draft), ...more } })
  const isOver = async (id: string) => {
    const { status, undo } = await imports.get({ params: { id } })
    return status !== 'waiting' && status !== 'running' && undo.state !== 'running'
  }
  async function finish(id: string): Promise<ImportDetail> {
    await expect.poll(() => isOver(id), { timeout: 200_000 }).toBe(true)
    return imports.get({ params: { id } })
  }
  const run = async ({ id }: Pick<ImportDetail, 'id'>) => {
    await imports.start({ params: { id } })
    return finish(id)
  }
  const undo = async ({ id }: Pick<ImportDetail, 'id'>) => {
    await imports.undo({ params: { id } })
    return finish(id)
  }
  /** Imports a file with the mapping that is guessed. */
  const importAll = async (content: string | Uint8Array, more: Partial<ImportOptions> = {}) => {
    const draft = await upload(content)
    await check(draft, more)
    return run(draft)
  }
  return { upload, optionsOf, check, run, finish, undo, importAll }
}

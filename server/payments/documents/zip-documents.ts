import type { Readable } from 'node:stream'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type DocumentFilter, listDocumentIds, listDocuments } from './document-list.ts'
import { emailOf, listBuyers } from './document-record.ts'
import { fileOf } from './read-document.ts'

/** Documents that are read at once; their PDFs are written one after the other. */
const STEP = 20

/** Returns the PDFs of a month as an archive that is written while it is read. @throws the refusal `no_documents` */
export async function zipOfMonth(
  db: Db,
  filter: Pick<DocumentFilter, 'businessId'> & { month: string },
): Promise<{ name: string; bytes: Readable }> {
  const ids = await listDocumentIds(db, filter, 'issuedAt')
  if (ids.length === 0) return refuse('no_documents')
  const { streamZip } = await import('#server/platform/vendors/store-zip.ts') // few ask for it
  async function* files(): AsyncGenerator<[string, Buffer]> {
    for (let at = 0; at < ids.length; at += STEP) {
      const part = ids.slice(at, at + STEP)
      const rows = await listDocuments(db, { businessId: filter.businessId }, { sort: 'issuedAt', ids: part, limit: STEP, offset: 0 })
      const orderIds = rows.flatMap(({ orderId }) => orderId ?? [])
      const emails = new Map((await listBuyers(db, orderIds)).map((order) => [order.id, emailOf(order)]))
      for (const row of rows) {
        const { name, bytes } = await fileOf(db, row, emails.get(row.orderId ?? '') ?? '')
        yield [`${row.kind}/${name}`, bytes]
      }
    }
  }
  return { name: `documents-${filter.month}.zip`, bytes: streamZip(files()) }
}

import { readFile } from 'node:fs/promises'
import { readPdf } from '#server/testing/read-pdf.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, test, visit } from '../story.ts'

test('I1 I2 I5: staff find an invoice and its credit note in the list of documents, narrow it to a month and take all PDFs; the buyer has them on the order', async ({
  browser,
  shop,
}) => {
  const staff = await shop.demo('staff@reflute.test')
  const { items } = await staff.api.documents.list({ query: { kind: 'credit_note' } })
  const [note] = items
  if (!note?.orderId || !note.corrects) throw new Error('no credit note in the demo')
  const context = await browserOf(browser, shop, staff)
  const office = await context.newPage()
  await visit(office, '/admin/documents')
  await expect(office.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await office.getByRole('searchbox').fill(note.orderNumber)
  const row = office.getByRole('row').filter({ hasText: note.number })
  await expect(row).toContainText('Credit note')
  await expect(office.getByRole('row').filter({ hasText: note.corrects }).first()).toContainText('Invoice')
  expect(await faults(office)).toEqual([])
  const [file] = await Promise.all([office.waitForEvent('download'), row.getByRole('button', { name: `PDF of ${note.number}` }).click()])
  expect(file.suggestedFilename()).toBe(`${note.number}-${note.orderNumber}.pdf`)
  const { text } = readPdf(await readFile(await file.path()))
  for (const words of [`Credit note ${note.number}`, `Corrects: ${note.corrects}`]) expect(text).toContain(words)
  await office.getByRole('searchbox').fill('')
  await visit(office, `/admin/documents?month=${note.issuedAt.slice(0, 7)}`)
  const [archive] = await Promise.all([office.waitForEvent('download'), office.getByRole('button', { name: /^Download PDFs of / }).click()])
  expect(archive.suggestedFilename()).toBe(`documents-${note.issuedAt.slice(0, 7)}.zip`)

  const buyer = await shop.demo('customer@reflute.test')
  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, `/account/orders/${note.orderId}`)
  const section = page.getByRole('region', { name: 'Documents' })
  await expect(section).toContainText(`Credit note ${note.number}`)
  await expect(section).toContainText(`corrects ${note.corrects}`)
  await expect(page.getByRole('button', { name: 'Invoice (PDF)' })).toBeVisible()
  expect(await faults(page)).toEqual([])
})

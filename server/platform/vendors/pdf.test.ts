import { expect, test } from 'vitest'
import { createPdf, type PdfWriter } from './pdf.ts'

const facts = { title: 'List', subject: 'A list.', author: 'Reflute', createdAt: new Date('2026-03-04T05:06:00Z') }
const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

function writeList(page: PdfWriter): void {
  page.heading(1, 'List')
  page.table({
    caption: 'Products',
    columns: [
      { title: 'Product', share: 3 },
      { title: 'Amount', share: 1, align: 'right' },
    ],
    rows: Array.from({ length: 60 }, (_, at) => [`Mat maker ${at}`, `$${at}.00`]),
  })
}

test('requests go on while documents are written: the work is that of another thread', async () => {
  await createPdf(facts, writeList)
  const [ours, all] = [process.threadCpuUsage(), process.cpuUsage()]
  const files = await Promise.all(Array.from({ length: 12 }, () => createPdf(facts, writeList)))
  const [spent, inAll] = [milliseconds(process.threadCpuUsage(ours)), milliseconds(process.cpuUsage(all))]
  for (const file of files) expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(inAll).toBeGreaterThan(50)
  expect(spent / inAll).toBeLessThan(0.3)
})

test('a document that cannot be written fails alone', async () => {
  const broken = createPdf(facts, (page) => page.table({ caption: 'Broken', columns: [], rows: [[]] }))
  const whole = createPdf(facts, writeList)
  await expect(broken).rejects.toThrow(Error)
  expect((await whole).length).toBeGreaterThan(1000)
})

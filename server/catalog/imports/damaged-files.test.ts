import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { storeZip } from '#server/platform/vendors/store-zip.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { admin, openImportShop, rawWorkbook, shop, upload, workbook } from '#server/testing/sheets.ts'

openImportShop()

/** A zip with one deflated entry that says it is `size` bytes. */
async function bomb(name: string, content: Buffer, size = content.length): Promise<Buffer> {
  const packed = deflateRawSync(content)
  const honest = await storeZip(
    new Map([
      ['xl/workbook.xml', Buffer.from('<workbook/>')],
      [name, packed],
    ]),
  )
  const at = (from: number) => honest.indexOf(Buffer.from(name), from) // the name stands in the local and in the central header
  const local = at(0) - 30
  const central = at(local + 31) - 46
  for (const [header, method, sizeAt] of [
    [local, 8, 22],
    [central, 10, 24],
  ] as const) {
    honest.writeUInt16LE(8, header + method)
    honest.writeUInt32LE(size, header + sizeAt)
  }
  return honest
}

/** A zip with another path of the same length, which the packer would refuse. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

describe('hostile and damaged files', () => {
  const sheet = 'xl/worksheets/sheet1.xml'
  const cases: [string, () => Buffer | string | Promise<Buffer>, string?][] = [
    ['one cell far to the right', () => rawWorkbook('<row r="1"><c r="XFD1"><v>1</v></c></row>')],
    ['one cell far down', () => rawWorkbook('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>1</v></c></row>')],
    ['a far cell that is written as an entity', () => rawWorkbook('<row><c r="&#88;FD1048576"><v>1</v></c></row>')],
    ['a far dimension', () => rawWorkbook('', { [sheet]: '<worksheet><dimension ref="A1:XFD1048576"/><sheetData/></worksheet>' })],
    ['a bomb', () => bomb(sheet, Buffer.alloc(70_000_000, ' '))],
    ['a bomb that lies about its size', () => bomb(sheet, Buffer.alloc(70_000_000, ' '), 1000)],
    ['many small parts', () => storeZip(new Map(Array.from({ length: 201 }, (_, at) => [`xl/${at}.xml`, Buffer.from('<a/>')])))],
    [
      'a document type',
      () =>
        rawWorkbook('', {
          [sheet]:
            '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>',
        }),
    ],
    ['macros', () => rawWorkbook('', { 'xl/vbaProject.bin': 'x' })],
    ['links to other workbooks', () => rawWorkbook('', { 'xl/externalLinks/externalLink1.xml': '<a/>' })],
    ['a path out of the archive', async () => renamed(await rawWorkbook('', { 'xl/evil.xml': '<a/>' }), 'xl/evil.xml', '../evil.xml')],
    ['an endless cell', () => rawWorkbook(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(3_000_000)}</t></is></c></row>`)],
    ['broken XML', () => rawWorkbook('<row r="1"><c r="A1"><v>1</c></row')],
    ['no products sheet', () => workbook({ A: [['a']], B: [['b']] })],
    ['no header', () => workbook({ Products: [] })],
    ['a header that is there twice', () => workbook({ Products: [['name', 'Name']] })],
    ['half a file', () => readFileSync(DEMO_CATALOG).subarray(0, 9000)],
    ['another kind of file', () => Buffer.from('%PDF-1.7')],
    ['nothing', () => ''],
    ['an old workbook', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['text that is not UTF-8', () => Buffer.from([0x6e, 0xe4, 0x2c]), 'a.csv'],
    ['a cell without an end', () => `name\n"${'a'.repeat(19_000_000)}"\n`, 'a.csv'],
    ['a line without an end', () => `name${',a'.repeat(9_000_000)}\n`, 'a.csv'],
    ['a hundred million characters, packed well', () => bomb(sheet, Buffer.alloc(100_000_000, 'a'))],
    [
      'names that grow by a billion',
      () =>
        rawWorkbook('', {
          [sheet]: `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'b'.repeat(at + 1)} "${`&${at === 0 ? 'a' : 'b'.repeat(at)};`.repeat(10)}">`).join('')}]><worksheet/>`,
        }),
    ],
    ['too many rows', () => `name\n${'a\n'.repeat(200_001)}`, 'a.csv'],
    ['too many columns', () => `name${',a'.repeat(300)}\n`, 'a.csv'],
    ['more cells than a catalog has', () => `name${',b'.repeat(290)}\n`.repeat(14_000), 'a.csv'],
  ]
  test.each(someOf(cases, 8))('%s: 422 for what it is, not for the time that it takes', async (_, make, name = 'catalog.xlsx') => {
    const bytes = await make()
    const { status, problem } = await upload(bytes, { name })
    expect([status, problem.code], problem.detail).toEqual([422, 'unreadable_file'])
    expect(problem.detail).toMatch(/^This file can't be read: [a-z].*\.$/)
    expect(problem.detail).not.toContain('takes too long')
  })

  test('a form without the file, with another field or cut short is refused', async () => {
    expect((await upload('x', { field: 'other' })).problem).toMatchObject({ status: 422, errors: [{ field: 'file' }] })
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${admin.token}` }
    for (const payload of ['', '--x\r\n', '--x--\r\n', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK']) {
      const answer = await shop.app.inject({ method: 'POST', url: '/api/import/excel', headers, payload })
      expect([payload, answer.statusCode]).toEqual([payload, 422])
    }
    const noBoundary = await shop.app.inject({
      method: 'POST',
      url: '/api/import/excel',
      headers: { ...headers, 'content-type': 'multipart/form-data' },
      payload: 'x',
    })
    expect(noBoundary.statusCode).toBeLessThan(500)
    const text = await shop.app.inject({
      method: 'POST',
      url: '/api/import/excel',
      headers: { ...headers, 'content-type': 'text/csv' },
      payload: 'x',
    })
    expect(text.statusCode).toBe(415)
  })

  test('more than 20 MB is 413', async () => {
    expect((await upload(Buffer.alloc(20 * 1024 * 1024 + 1, 'x'))).status).toBe(413)
  })
})

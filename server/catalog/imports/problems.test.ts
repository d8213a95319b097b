import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ImportAnswer, ImportPreview } from '#contract/catalog/imports.ts'
import { businesses } from '#server/platform/db/schema.ts'
import { importerOf } from '#server/testing/import-shop.ts'
import { admin, check, openStaffDialog, optionsOf, run, shop, upload } from '#server/testing/staff-dialog.ts'

openStaffDialog()

const HEADER = 'slug,name,category,business,priceUSD,priceEUR,stock,images'
const FILE = `${HEADER}
one,One,accessories,Boxworks,on request,9.00,5,
two,Two,accessories,Boxworks,on request,18.00,many,ftp://x.test/a.jpg
three,${'x'.repeat(170)},accessories,Boxworks,30.00,27.00,1,https://x.test/a.jpg
four,Four,hats,Nobody,40.00,36.00,2,
five,Five,hats,Somebody,50.00,45.00,2,
`
const kinds = ({ problems }: ImportPreview) => problems.map(({ cause, column, value, count, open }) => [cause, column, value, count, open])
const answer = (
  [cause, column, value]: [ImportAnswer['cause'], string, string | null],
  action: ImportAnswer['action'],
  to = '',
): ImportAnswer => ({ cause, column, value, action, to })

test('F7.3.5 problems come grouped by cause, and one answer goes for all of a kind', async () => {
  const business = await shop.make.business({ name: 'Boxworks' })
  const draft = await upload(FILE)
  const first = await check(draft)
  expect(first.report).toMatchObject({ created: 0, skipped: 5 })
  expect(kinds(first)).toEqual([
    ['badPrice', 'priceUSD', null, 2, 2],
    ['unknownCategory', 'category', 'hats', 2, 2],
    ['badNumber', 'stock', null, 1, 1],
    ['badImage', 'images', null, 1, 1],
    ['tooLong', 'name', null, 1, 1],
    ['unknownBusiness', 'business', 'Nobody', 1, 1],
    ['unknownBusiness', 'business', 'Somebody', 1, 1],
  ])
  expect(first.problems[0]?.places).toEqual([
    { sheet: 'Products', row: 2, cell: 4 },
    { sheet: 'Products', row: 3, cell: 4 },
  ])
  const answers = [
    answer(['badPrice', 'priceUSD', null], 'set', '99.00'),
    answer(['badNumber', 'stock', null], 'clear'),
    answer(['badImage', 'images', null], 'clear'),
    answer(['tooLong', 'name', null], 'cut'),
    answer(['unknownCategory', 'category', 'HATS'], 'set', 'mat'),
    answer(['unknownBusiness', 'business', 'Nobody'], 'set', business.id),
  ]
  const second = await check(draft, { answers })
  expect(second.report).toMatchObject({ created: 4, skipped: 1 })
  expect(kinds(second).filter(([, , , , open]) => open !== 0)).toEqual([['unknownBusiness', 'business', 'Somebody', 1, 1]])
  expect((await run(draft)).report).toMatchObject({ created: 4, skipped: 1 })
  expect(await shop.stored('two')).toMatchObject({ priceUsdCents: 9900, stock: 0, images: [] })
  expect((await shop.stored('three')).name).toHaveLength(160)
  expect(await shop.stored('four')).toMatchObject({ businessId: business.id, type: 'material' })
})

test('F7.3.5 an answer that is no answer leaves its products out and says why', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const draft = await upload(FILE)
  const answers = [
    answer(['badPrice', 'priceUSD', null], 'set', 'cheap'),
    answer(['unknownCategory', 'category', 'hats'], 'set', 'no-such-category'),
    answer(['unknownBusiness', 'business', 'Nobody'], 'clear'),
  ]
  const preview = await check(draft, { answers })
  expect(preview.report).toMatchObject({ created: 0, skipped: 5 })
  expect(preview.report.errors.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['Please enter a price such as 149.90, with at most two decimals.', "There's no business called Nobody."]),
  )
})

test('F7.3.5 every problem can be downloaded before anything is imported, and no cell of the file is a formula', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const draft = await upload(`${HEADER}\none,One,accessories,Boxworks,"=1+1",9.00,5,\ntwo,Two,hats,Nobody,1,1,1,\n`)
  await check(draft)
  const answered = await shop.app.inject({
    method: 'GET',
    url: `/api/admin/imports/${draft.id}/problems`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([answered.statusCode, answered.headers['content-disposition']]).toEqual([200, 'attachment; filename="products-problems.csv"'])
  expect(answered.rawPayload.toString('utf8').replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'sheet,row,column,cell,problem',
    `Products,2,priceUSD,'=1+1,"Please enter a price such as 149.90, with at most two decimals."`,
    'Products,3,category,hats,There is no category hats.',
    "Products,3,business,Nobody,There's no business called Nobody.",
  ])
  expect((await shop.visitor.products.list()).total).toBe(0)
})

test('F7.3.5 cells are corrected in place and checked again, and the import uses them', async () => {
  await shop.make.business({ name: 'Boxworks' })
  const draft = await upload(FILE)
  const edit = (row: number, cell: number, value: string) => ({ sheet: 'Products', row, cell, value })
  const preview = await check(draft, { edits: [edit(2, 4, '11.00'), edit(2, 1, 'One anew'), edit(3, 7, '')] })
  expect(preview.report).toMatchObject({ created: 1, skipped: 4 })
  expect(preview.sheets[0]?.rows[0]).toMatchObject({ row: 2, cells: expect.arrayContaining(['11.00', 'One anew']), errors: [] })
  expect((await run(draft)).report).toMatchObject({ created: 1 })
  expect(await shop.stored('one')).toMatchObject({ name: 'One anew', priceUsdCents: 1100 })
})

test('F7.3.5 the mapping is remembered by the headers, for the same account only; businesses that are gone are not', async () => {
  const business = await shop.make.business({ name: 'Boxworks' })
  const gone = await shop.make.business({ name: 'Gone' })
  const text = (name: string) => `Article,Cost,Maker\n${name},"12,50",Some Maker\n`
  const draft = await upload(text('Box cutter'))
  const answers = [
    answer(['unknownBusiness', 'business', 'Some Maker'], 'set', business.id),
    answer(['unknownBusiness', 'business', 'Other'], 'set', gone.id),
    answer(['missing', 'category', null], 'set', 'accessories'),
  ]
  const chosen = { columns: ['name' as const, 'priceUSD' as const, 'business' as const], eurFactor: '0.9', answers }
  expect((await check(draft, chosen)).report).toMatchObject({ created: 1, errors: [] })
  await run(draft)
  await shop.deps.db.update(businesses).set({ status: 'Deleted' }).where(eq(businesses.id, gone.id))
  const again = await upload(text('Knife').replace('Article', 'ARTICLE'), 'other.csv')
  expect(again.file?.isRemembered).toBe(true)
  expect(optionsOf(again)).toMatchObject({ ...chosen, answers: [answers[0], answers[2]], edits: [] })
  expect((await check(again)).report).toMatchObject({ created: 1, errors: [] })
  expect((await upload('Article,Cost\nx,1\n')).file?.isRemembered).toBe(false)
  const other = await shop.signIn('application_admin')
  const theirs = await importerOf(other.imports).upload(text('Fork'))
  expect([theirs.file?.isRemembered, theirs.file?.options.columns]).toEqual([false, [null, null, null]])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const get = (url: string) => shop.app.inject({ method: 'GET', url })

test('S203 S204 S205 the stories are listed, and one is found by its id; products are linked only while they are public', async () => {
  await shop.make.product({ slug: 'ecomat-pro-2000', name: 'EcoMat Pro 2000' })
  await shop.make.product({ slug: 'mat-stacker-640', name: 'Mat stacker 640', category: 'accessories', status: 'Inactive' })
  const { items, total } = await shop.visitor.caseStudies.list()
  expect(total).toBe(5)
  expect(items.filter(({ featured }) => featured).map(({ id }) => id)).toEqual(['automotive-efficiency', 'aerospace-precision'])
  const study = await shop.visitor.caseStudies.byId({ params: { id: 'automotive-efficiency' } })
  expect(study).toEqual(items[0])
  expect(study.products.map(({ slug }) => slug)).toEqual(['ecomat-pro-2000', null, null, null])
  expect(study.downloadUrl).toBe('/case-studies/automotive-efficiency.pdf')
  expect((await get(study.image.url)).headers['content-type']).toContain('image/svg+xml')
  await expect(shop.visitor.caseStudies.byId({ params: { id: 'nothing' } })).rejects.toMatchObject({ status: 404 })
})

test('S163 S165 every story is a tagged PDF at both of its addresses and says that it is illustrative', async () => {
  for (const { id, downloadUrl, title, results } of (await shop.visitor.caseStudies.list()).items) {
    const answer = await get(downloadUrl ?? '')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await get(`/api/shop/case-studies/${id}.pdf`)).rawPayload.equals(answer.rawPayload)).toBe(true)
    const pdf = readPdf(answer.rawPayload)
    const text = pdf.text.replaceAll('\n', ' ')
    expect([pdf.isTagged, pdf.language, pdf.tags.filter((tag) => tag === 'H1').length]).toEqual([true, 'en-US', 1])
    for (const tag of ['Figure', 'H2', 'Table', 'TH', 'BlockQuote', 'Link']) expect(pdf.tags).toContain(tag)
    expect(text).toContain(title)
    expect(text).toContain('Illustrative case')
    for (const { value } of results) expect(text).toContain(value)
    expect(pdf.pages).toBe(1)
  }
  for (const url of ['/api/shop/case-studies/nothing.pdf', '/case-studies/nothing.pdf']) expect((await get(url)).statusCode).toBe(404)
})

test('a shop whose visitors are private buyers in the European Union has no PDF of a made-up story', async () => {
  const admin = await shop.signIn('super_admin')
  const statusesFor = async (buyer: 'consumer' | 'business') => {
    await admin.settings.update({ body: { market: { country: 'FR', buyer } } })
    const answers = await Promise.all(['/case-studies/', '/api/shop/case-studies/'].map((path) => get(`${path}automotive-efficiency.pdf`)))
    return answers.map(({ statusCode }) => statusCode)
  }
  expect(await statusesFor('consumer')).toEqual([404, 404])
  expect(await statusesFor('business')).toEqual([200, 200])
})

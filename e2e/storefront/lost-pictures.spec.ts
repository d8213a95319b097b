import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { browserOf, expect, putInCart, test, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')

/** The address of the picture that is on the screen; '' while none is. */
const shown = (picture: Locator) =>
  picture.evaluate((element) =>
    element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0 ? new URL(element.currentSrc).pathname : '',
  )

test('F7.3.17 a picture that is gone or blocked is a drawing of its product: on its page, in lists, in the cart and in the back office', async ({
  browser,
  shop,
}) => {
  const staff = await shop.demo('staff@reflute.test')
  const [owner] = (await staff.api.applications.listAll({ query: { search: 'North Fold' } })).items
  const make = (name: string, image: string) =>
    staff.api.productEdits.create({
      body: {
        name,
        description: 'Its picture is lost.',
        category: 'mat',
        type: 'material',
        businessId: owner?.id ?? null,
        images: [image],
        priceUSD: 12.5,
        priceEUR: 11,
        stock: 8,
      },
    })
  const name = `Lost ${randomUUID().slice(0, 6)}`
  const gone = await make(`${name} gone`, 'https://pictures.test/gone.jpg')
  const blocked = await make(`${name} blocked`, 'https://pictures.test/blocked.jpg')
  const context = await browserOf(browser, shop, staff)
  await context.route('https://pictures.test/gone.jpg', (route) => route.fulfill({ status: 404, body: 'Gone' }))
  await context.route('https://pictures.test/blocked.jpg', (route) => route.abort('blockedbyclient'))
  const page = await context.newPage()

  for (const { slug } of [gone, blocked]) {
    await visit(page, `/products/${slug}`)
    await expect.poll(() => shown(main(page).getByRole('figure').first().getByRole('img'))).toBe(`/drawings/${slug}/main.svg`)
  }
  await visit(page, `/materials?search=${encodeURIComponent(name)}`)
  for (const { slug, name: title } of [gone, blocked]) {
    const card = main(page).getByRole('article').filter({ hasText: title })
    await expect.poll(() => shown(card.locator('img'))).toBe(`/drawings/${slug}/main.svg`)
  }
  await putInCart(shop, staff, gone.slug)
  await visit(page, '/cart')
  await expect.poll(() => shown(main(page).locator('.thumbnail').first())).toBe(`/drawings/${gone.slug}/main.svg`)

  await visit(page, `/admin/products?search=${encodeURIComponent(name)}`)
  for (const { slug, name: title } of [gone, blocked]) {
    const row = page.getByRole('row').filter({ hasText: title })
    // by its kind, once the server has tried in vain to fetch the picture
    await expect.poll(() => shown(row.locator('img'))).toMatch(new RegExp(`^/drawings/${slug}/`))
  }
  await page.getByRole('link', { name: gone.name, exact: true }).click()
  const images = page.getByRole('region', { name: 'Product Images' })
  await expect(images.getByText('Not found')).toBeVisible()
  expect(await shown(images.locator('img').first())).toMatch(/^\/drawings\//)
  // the server goes on trying to fetch the pictures: pages of other stories would change meanwhile
  await staff.api.productEdits.bulkDelete({ body: { productIds: [gone.id, blocked.id] } })
  await context.close()
})

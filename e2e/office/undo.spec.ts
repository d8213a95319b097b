import { randomUUID } from 'node:crypto'
import { faults } from '../sound.ts'
import { browserOf, expect, placeOrder, putInCart, type Shop, test, toastOf, visit } from '../story.ts'

const unique = (name: string) => `${name} ${Date.now().toString(36)}`

async function makeProducts(shop: Shop, name: string, count: number): Promise<string[]> {
  const staff = await shop.demo('staff@reflute.test')
  const businessId = (await shop.visitor.products.list({ query: { search: 'EcoMat 1000' } })).items[0]?.businessId ?? ''
  const names = Array.from({ length: count }, (_, at) => `${name} no ${at + 1}`)
  for (const one of names) {
    const body = {
      name: one,
      description: 'Of a story.',
      category: 'mat',
      type: 'material' as const,
      priceUSD: 10,
      priceEUR: 9,
      stock: 30,
      businessId,
    }
    await staff.api.productEdits.create({ body })
  }
  return names
}

test('F7.3.2 a bulk change of price, stock, feature, status or a deletion is undone from its message, and says what was edited since', async ({
  browser,
  shop,
}) => {
  const name = unique('Undo mat')
  await makeProducts(shop, name, 3)
  const seller = await shop.demo('seller@reflute.test')
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  await visit(page, `/business/dashboard?tab=products&search=${encodeURIComponent(name)}`)
  const rows = page.getByRole('grid').locator('tbody tr')
  const tools = page.getByRole('toolbar', { name: 'Selected rows' })
  const choose = () => page.getByLabel('Select all rows on this page').check()
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  await expect(rows).toHaveCount(3)

  await choose()
  await tools.getByRole('button', { name: 'Set stock' }).click()
  await page.getByLabel('Stock of all products').fill('500')
  await page.getByRole('button', { name: 'Update stock' }).click()
  await expect(rows.first()).toContainText('500')
  await expect(undo).toBeInViewport()
  const edited = (await shop.visitor.products.list({ query: { search: `${name} no 2` } })).items[0]
  await staff.api.productEdits.update({ params: { id: edited?.id ?? '' }, body: { description: 'Edited since.' } })
  await undo.click()
  await expect(toastOf(page, '2 products are restored')).toBeVisible()
  await expect(toastOf(page, `${name} no 2: It has been edited since.`)).toBeVisible()
  await expect(rows.filter({ hasText: '500' })).toHaveCount(1)

  await choose()
  await tools.getByRole('button', { name: 'Change prices' }).click()
  await page.getByLabel('USD of all products').fill('77')
  await page.getByRole('button', { name: 'Update prices' }).click()
  await expect(rows.filter({ hasText: '$77.00' })).toHaveCount(3)
  await undo.click()
  await expect(rows.filter({ hasText: '$10.00' })).toHaveCount(3)

  for (const [button, done, mark] of [
    ['Feature', 'Products featured successfully', 'Yes'],
    ['Hide', '3 products are now Inactive', 'Inactive'],
  ] as const) {
    await choose()
    await tools.getByRole('button', { name: button, exact: true }).click()
    await expect(toastOf(page, done)).toBeVisible()
    await expect(rows.filter({ hasText: mark })).toHaveCount(3)
    await undo.click()
    await expect(rows.filter({ hasText: mark })).toHaveCount(0)
  }
  await choose()
  await tools.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No products found')).toBeVisible()
  await undo.click()
  await expect(rows).toHaveCount(3)
  await context.close()
})

test('F7.3.2 the message offers to undo for ten seconds', async ({ browser, shop }) => {
  const name = unique('Ten second mat')
  await makeProducts(shop, name, 1)
  const context = await browserOf(browser, shop, await shop.demo('seller@reflute.test'))
  const page = await context.newPage()
  await page.clock.install()
  await visit(page, `/business/dashboard?tab=products&search=${encodeURIComponent(name)}`)
  await page.getByLabel('Select all rows on this page').check()
  await page.getByRole('button', { name: 'Feature', exact: true }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.mouse.move(400, 400)
  await page.clock.runFor(9000)
  await expect(undo).toBeVisible()
  await page.clock.runFor(2000)
  await expect(undo).toHaveCount(0)
  await context.close()
})

test('F7.3.2 staff restore what they deleted themselves', async ({ browser, shop }) => {
  const name = unique('Restored mat')
  await makeProducts(shop, name, 1)
  const staff = await shop.demo('staff@reflute.test')
  const made = (await shop.visitor.products.list({ query: { search: name } })).items[0]
  await staff.api.productEdits.remove({ params: { id: made?.id ?? '' } })
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  await visit(page, `/admin/products?status=Deleted&search=${encodeURIComponent(name)}`)
  await page.getByLabel(`Select ${name} no 1`).check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(toastOf(page, '1 product is restored')).toBeVisible()
  expect((await shop.visitor.products.list({ query: { search: name } })).total).toBe(1)
  await context.close()
})

test('F7.3.2 a deleted promo code, category and business come back from their message, and later from the list of what is deleted', async ({
  browser,
  shop,
}) => {
  const word = randomUUID().slice(0, 6).toUpperCase()
  const staff = await shop.demo('staff@reflute.test')
  await staff.api.promotions.create({ body: { code: `BACK-${word}`, type: 'percentage', value: 5 } })
  await staff.api.categories.create({ body: { value: `back-${word.toLowerCase()}`, label: `Back ${word}` } })
  const address = { address: '1 Road', city: 'Chicago', postalCode: '60607', country: 'United States' }
  const applied = { name: `Back ${word} Works`, email: `back-${word.toLowerCase()}@story.test`, description: 'Boxes.', ...address }
  await shop.visitor.applications.register({ body: { ...applied, businessType: 'producer' } })
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const notices = page.getByRole('region', { name: 'Notifications' })
  const remove = async (name: string, confirm: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
    const password = page.getByRole('dialog').getByLabel(/password/i)
    const undo = notices.getByRole('button', { name: 'Undo' }).first()
    await expect(undo.or(password)).toBeVisible()
    if (await password.isVisible()) {
      await password.fill('reflute-demo')
      await page.keyboard.press('Enter')
    }
    await expect(undo).toBeInViewport()
    return undo
  }
  for (const [path, deleted, name, confirm] of [
    [`/admin/promotions?search=BACK-${word}`, '&state=deleted', `BACK-${word}`, 'Delete code'],
    ['/admin/categories', '', `Back ${word}`, 'Delete'],
    [`/admin/businesses?search=Back+${word}`, '&status=Deleted', `Back ${word} Works`, 'Delete'],
  ] as const) {
    await visit(page, path)
    await (await remove(name, confirm)).click()
    await expect(toastOf(page, `${name} is restored`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeVisible()
    await remove(name, confirm)
    await visit(page, path + deleted)
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(toastOf(page, `${name} is restored`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Restore ${name}` })).toHaveCount(0)
  }
  await context.close()
})

test('F7.3.2 messages marked and posts deleted or published together are undone from their message; a change that mails buyers asks first and says that it stays', async ({
  browser,
  shop,
}) => {
  const staff = await shop.demo('staff@reflute.test')
  const word = `Undone ${randomUUID().slice(0, 6)}`
  for (const name of ['One', 'Two'])
    await shop.visitor.messages.contact({
      body: { name: `${word} ${name}`, email: 'undo@story.test', message: 'Which one?', topic: 'contact' },
    })
  const draft = { excerpt: 'Short.', category: 'Guides', content: 'Text.' }
  const posts = await Promise.all(['A', 'B'].map((name) => staff.api.blogPosts.create({ body: { ...draft, title: `${word} ${name}` } })))
  const customer = await shop.customer()
  await putInCart(shop, customer, 'service-tool-kit')
  const order = await placeOrder(customer)
  const context = await browserOf(browser, shop, staff)
  const page = await context.newPage()
  const bulk = async (path: string, button: string) => {
    await visit(page, `${path}?search=${encodeURIComponent(word)}`)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: button }).click()
  }
  const undo = () => page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).first().click()
  const messages = async () => (await staff.api.inbox.list({ query: { search: word } })).items.map(({ status }) => status)
  const states = () => Promise.all(posts.map(async ({ id }) => staff.api.blogPosts.byId({ params: { id } })))

  await bulk('/admin/messages', 'Mark as answered')
  await expect(toastOf(page, '2 messages marked as answered')).toBeVisible()
  expect(await messages()).toEqual(['answered', 'answered'])
  await undo()
  await expect(toastOf(page, '2 messages are restored')).toBeVisible()
  expect(await messages()).toEqual(['open', 'open'])

  await bulk('/admin/blog', 'Publish 2 drafts')
  await expect(toastOf(page, '2 posts published')).toBeVisible()
  await staff.api.blogPosts.update({ params: { id: posts[1]?.id ?? '' }, body: { excerpt: 'Edited since.' } })
  await undo()
  await expect(toastOf(page, '1 post is restored')).toBeVisible()
  await expect(page.getByText(`${word} B: It has been edited since.`)).toBeVisible()
  expect((await states()).map(({ status, publishedAt }) => [status, publishedAt === null])).toEqual([
    ['draft', true],
    ['published', false],
  ])

  await bulk('/admin/blog', 'Delete 2 posts')
  await expect(page.getByRole('dialog')).toContainText('Staff can restore them.')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, '2 posts deleted')).toBeVisible()
  await undo()
  await expect(toastOf(page, '2 posts are restored')).toBeVisible()
  expect((await states()).map(({ status, deletedAt }) => [status, deletedAt])).toEqual([
    ['draft', null],
    ['published', null],
  ])

  await visit(page, `/admin/orders?search=${order.number}`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Start processing' }).click()
  await expect(page.getByRole('dialog')).toContainText("Each buyer gets an email right away. This can't be undone.")
  expect(await faults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  expect((await staff.api.orders.byId({ params: { id: order.id } })).status).toBe('pending')
  await context.close()
})

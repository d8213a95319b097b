import { dialog, rowOf } from '../office-parts.ts'
import { main } from '../page-regions.ts'
import { faults } from '../sound.ts'
import { browserOf, expect, newEmail, PASSWORD, type Shop, test, toastOf, visit } from '../story.ts'

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** A new seller in Germany with a mat. */
async function sellerOf(shop: Shop) {
  const boss = await shop.demo('super@reflute.test')
  const name = `Karton Kontor ${Date.now()}`
  const address = { address: 'Speicherstr. 1', city: 'Hamburg', postalCode: '20457', country: 'Germany' }
  await shop.visitor.applications.register({
    body: { name, email: newEmail(), description: 'Mats.', businessType: 'producer', ...address },
  })
  const [business] = (await boss.api.applications.listAll({ query: { search: name } })).items
  const id = business?.id ?? ''
  await boss.api.applications.setStatus({ params: { id }, body: { status: 'approved' } })
  const { email } = await shop.customer('Karla Kontor')
  const [user] = (await boss.api.users.list({ query: { search: email } })).items
  await boss.api.users.update({ params: { id: user?.id ?? '' }, body: { role: 'business_admin', businessId: id } })
  const seller = await shop.signIn(email, PASSWORD)
  const body = { name: `Kontor mat ${Date.now()}`, description: 'A mat.', category: 'mat', type: 'material', stock: 8 } as const
  const product = await seller.api.productEdits.create({ body: { ...body, priceUSD: 12.5, priceEUR: 11, weight: 1 } })
  return { name, seller, product, boss }
}

test('a seller enters a number and staff confirm it; it ends, and the product leaves Germany', async ({ browser, shop }) => {
  test.slow()
  const { name, seller, product } = await sellerOf(shop)
  const buyer = await browser.newContext({ baseURL: shop.origin })
  await buyer.addInitScript(() => localStorage.setItem('market', 'DE business'))
  const shelf = await buyer.newPage()
  const isAvailable = async (is: boolean) => {
    await visit(shelf, `/products/${product.slug}`)
    await expect(shelf.getByRole('region', { name: 'Buy' }).getByText('Not available in Germany')).toHaveCount(is ? 0 : 1)
  }
  const own = await browserOf(browser, shop, seller)
  const page = await own.newPage()
  await test.step('nothing is offered without a number, which the seller reads', async () => {
    await isAvailable(false)
    await visit(page, '/business/registers')
    await expect(main(page)).toContainText('Not available in Germany. Add your LUCID number for packaging in Germany.')
    expect(await faults(page)).toEqual([])
  })
  await test.step('a number of a wrong shape is said at its field, and what was typed stays', async () => {
    await page.getByRole('button', { name: 'Add number' }).click()
    await dialog(page).getByLabel('Register').selectOption('Germany, packaging')
    await dialog(page).getByLabel('Number', { exact: true }).fill('DE12')
    await dialog(page).getByLabel('First day').fill('2026-01-01')
    await dialog(page).getByLabel('I confirm that everything I sell there').check()
    await dialog(page).getByRole('button', { name: 'Add to the list' }).click()
    await expect(dialog(page)).toContainText('A LUCID number of Germany looks like DE1234567890123.')
    await expect(dialog(page).getByLabel('First day')).toHaveValue('2026-01-01')
    await dialog(page).getByLabel('Number', { exact: true }).fill('DE 1234567890123')
    await dialog(page).getByRole('button', { name: 'Add to the list' }).click()
    await page.getByRole('button', { name: 'Save numbers' }).click()
    await expect(main(page).getByText('Not confirmed', { exact: true })).toBeVisible()
    await isAvailable(false)
  })
  await test.step('staff confirm it with how they looked', async () => {
    const staff = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
    const office = await staff.newPage()
    await visit(office, `/admin/registers?search=${encodeURIComponent(name)}`)
    await rowOf(office, 'DE1234567890123')
      .getByRole('button', { name: /^Confirm Germany, packaging/ })
      .click()
    await dialog(office).getByLabel('How you looked it up').fill('LUCID, public list')
    expect(await faults(office)).toEqual([])
    await dialog(office).getByRole('button', { name: 'Confirm number' }).click()
    await expect(toastOf(office, 'Number confirmed.')).toBeVisible()
    await office.locator('summary', { hasText: 'Columns' }).click()
    await office.getByRole('checkbox', { name: 'Checked', exact: true }).check()
    await expect(rowOf(office, 'DE1234567890123').getByText('LUCID, public list')).toBeVisible()
    await staff.close()
    await isAvailable(true)
  })
  await test.step('it ends, and the product leaves Germany', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Edit Germany, packaging' }).click()
    await dialog(page).getByLabel('Last day').fill(YESTERDAY)
    await dialog(page).getByRole('button', { name: 'Apply changes' }).click()
    await page.getByRole('button', { name: 'Save numbers' }).click()
    await expect(main(page)).toContainText('Not available in Germany. Your LUCID number for packaging in Germany has ended.')
    await isAvailable(false)
    const body = await (await shelf.request.get(`/products/${product.slug}?country=DE`)).text()
    expect(body).not.toContain('"@type":"Offer"')
  })
  await own.close()
  await buyer.close()
})

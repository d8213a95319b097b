import { randomUUID } from 'node:crypto'
import { readPdf } from '#server/testing/read-pdf.ts'
import { browserOf, expect, placeOrder, test, visit } from '../story.ts'

test('F1: a seller types price breaks, minimum, step, content, numbers and calculator figures and reads them back on page, cart, order, invoice and feeds', async ({
  browser,
  shop,
}) => {
  const seller = await shop.demo('seller@reflute.test')
  const name = `Fold press ${randomUUID().slice(0, 6)}`
  const made = await seller.api.productEdits.create({
    body: { name, description: 'Presses mats.', category: 'mat-maker', type: 'machine', priceUSD: 200, priceEUR: 180, stock: 30 },
  })
  const office = await (await browserOf(browser, shop, seller)).newPage()
  await visit(office, `/business/products/${made.id}/edit`)
  const part = office.getByRole('region', { name: 'Trade and logistics' })

  await test.step('what is wrong is said at its field, and what is missing is listed', async () => {
    await expect(part.getByRole('list', { name: 'Still missing' }).getByRole('listitem')).toContainText([
      'Add the packed weight.',
      'Add the HS code.',
    ])
    await part.getByLabel('GTIN').fill('4012345678902')
    await part.getByLabel('Length in mm').fill('620')
    await office.getByRole('button', { name: 'Update Product' }).click()
    await expect(part.getByText('This GTIN has a wrong check digit. The last digit should be 1.')).toBeVisible()
    await expect(part.getByText('Please enter length, width and height.')).toHaveCount(2)
    await expect(part.getByLabel('GTIN')).toBeFocused()
  })

  await test.step('it is stored whole', async () => {
    const values = {
      SKU: `FP-${made.slug.slice(-6)}`,
      GTIN: '4012345678901',
      'Packed weight in kg': '92.5',
      'Width in mm': '520',
      'Height in mm': '480',
      'HS code': '8441.10',
      Content: '2',
      'Minimum order': '4',
      'Sold in steps of': '3',
    }
    for (const [label, value] of Object.entries(values)) await part.getByLabel(label).fill(value)
    await part.getByLabel('Country of origin').selectOption('DE')
    await part.getByLabel('Sold by the').selectOption('set')
    await part.getByLabel('Unit', { exact: true }).selectOption('piece')
    await part.getByLabel('Tier 1, from quantity').fill('7')
    await part.getByLabel('Tier 1, discount in percent').fill('12.5')
    const figures = office.getByRole('region', { name: 'Savings calculator' })
    await figures.getByLabel('Efficiency').fill('80')
    await figures.getByLabel('Material reduction').fill('60')
    await figures.getByLabel('Energy usage').fill('1.5')
    await figures.getByLabel('Processing rate').fill('90')
    await office.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(office.getByText('Product updated successfully')).toBeVisible()
  })

  const buyer = await shop.customer()
  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, `/products/${made.slug}`)
  const box = page.getByRole('region', { name: 'Buy', exact: true })

  await test.step('the page shows the facts, starts at the minimum and moves in steps', async () => {
    const facts = page.getByRole('region', { name: 'Specifications' })
    for (const text of [
      'FP-',
      '4012345678901',
      'Set, 2 pieces',
      '4 units, in steps of 3',
      '92.5 kg',
      '620 × 520 × 480 mm',
      '844110',
      'Germany',
    ])
      await expect(facts.getByText(text)).toBeVisible()
    const quantity = box.getByRole('spinbutton', { name: 'Quantity' })
    await expect(quantity).toHaveValue('4')
    await expect(box.getByText('Minimum order: 4 units, in steps of 3')).toBeVisible()
    await expect(box.getByRole('rowheader')).toHaveText(['4 to 6', '7 to 30'])
    await box.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(quantity).toHaveValue('7')
    await expect(box.getByText('$175.00').first()).toBeVisible()
    await quantity.fill('5')
    await quantity.blur()
    await expect(quantity).toHaveValue('7')
    await expect(box.getByText(`${name} is sold in multiples of 3. Quantity set to 7.`)).toBeVisible()
    await box.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('Product added to cart!')).toBeVisible()
  })

  await test.step('the calculator has the machine, and its page leads there', async () => {
    expect((await shop.visitor.impact.machines()).items.find(({ id }) => id === made.slug)).toMatchObject({
      efficiency: 0.8,
      materialReduction: 0.6,
      energyUsage: 1.5,
      processingRate: 90,
    })
    await page.getByRole('main').getByRole('link', { name: 'Calculate savings' }).click()
    await expect(page).toHaveURL(new RegExp(`/impact-calculator\\?machine=${made.slug}$`))
    await expect(page.getByLabel('Machine type').locator('option:checked')).toHaveText(name)
    await page.getByRole('button', { name: /^Calculate/ }).click()
    await expect(page.locator('.impact-figures').first()).toBeVisible()
  })

  await test.step('the cart has the price break and the steps', async () => {
    await visit(page, '/cart')
    const line = page.getByRole('listitem').filter({ hasText: name })
    await expect(line).toContainText('12.5% off from 7')
    const quantity = line.getByRole('spinbutton', { name: `Quantity of ${name}` })
    await expect(quantity).toHaveValue('7')
    await line.getByRole('button', { name: `Decrease quantity of ${name}` }).click()
    await expect(quantity).toHaveValue('4')
    await expect(line).toContainText('$800.00')
    await quantity.fill('8')
    await quantity.press('Enter')
    await expect(quantity).toHaveValue('10')
    await expect(line.getByText(`${name} is sold in multiples of 3. Quantity set to 10.`)).toBeVisible()
    await expect(line).toContainText('$1,750.00')
  })

  await test.step('the order and its invoice have them', async () => {
    const order = await placeOrder(buyer)
    await visit(page, `/account/orders/${order.id}`)
    await expect(page.getByRole('main')).toContainText('$175.00')
    await expect(page.getByRole('main')).toContainText('$1,750.00')
    const invoice = await page.request.get(`/api/orders/${order.id}/invoice.pdf`, { headers: { authorization: `Bearer ${buyer.token}` } })
    const { text } = readPdf(await invoice.body())
    expect(text).toContain('$175.00')
    expect(text).toContain('$1,750.00')
  })

  await test.step('the feeds have the price before breaks, numbers, content, minimum, step and breaks', async () => {
    const feed = await (await page.request.get('/feeds/google-us.xml')).text()
    const item = feed.split('<item>').find((entry) => entry.includes(name))
    expect(item).toContain('<g:price>200.00 USD</g:price>')
    expect(item).toContain('<g:gtin>4012345678901</g:gtin>')
    expect(item).toContain('<g:shipping_weight>92.5 kg</g:shipping_weight>')
    const lines = (await (await page.request.get('/feeds/products.jsonl')).text()).split('\n').filter((line) => line !== '')
    expect(lines.map((line) => JSON.parse(line)).find(({ slug }) => slug === made.slug)).toMatchObject({
      minQuantity: 4,
      quantityStep: 3,
      content: { amount: 2, unit: 'piece' },
      priceLadder: [{ minQuantity: 7, discountPercent: 12.5 }],
      hasImpactModel: true,
    })
  })
})

test('F1 F3 L3: a seller sets sale price, price break, minimum and content, and page, list, cart, order, invoice and feed have the price of all', async ({
  browser,
  shop,
}) => {
  const seller = await shop.demo('seller@reflute.test')
  const name = `Sale press ${randomUUID().slice(0, 6)}`
  const ladder = [{ minQuantity: 5, discountPercent: 10 }]
  const made = await seller.api.productEdits.create({
    body: { name, description: 'Presses mats.', category: 'mat-maker', type: 'machine', priceUSD: 200, priceEUR: 180, stock: 30, ladder },
  })
  const office = await (await browserOf(browser, shop, seller)).newPage()
  await visit(office, `/business/products/${made.id}/edit`)
  const part = office.getByRole('region', { name: 'Trade and logistics' })
  await part.getByLabel('Sale price in USD').fill('200')
  await part.getByLabel('Sale price in EUR').fill('140')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(part.getByText('The sale price must be lower than the price.')).toBeInViewport()
  await expect(part.getByLabel('Sale price in EUR')).toHaveValue('140')
  await part.getByLabel('Sale price in USD').fill('150')
  await part.getByLabel('Content').fill('2.5')
  await part.getByLabel('Unit', { exact: true }).selectOption('m2')
  await part.getByLabel('Minimum order').fill('2')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('Product updated successfully')).toBeVisible()

  const buyer = await shop.customer()
  const page = await (await browserOf(browser, shop, buyer)).newPage()
  await visit(page, `/products?search=${encodeURIComponent(name)}`)
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText('$150.00')
  await expect(card).toContainText('$60.00/m²')
  await expect(card.locator('s').first()).toHaveText('$200.00')
  await visit(page, `/products/${made.slug}`)
  const box = page.getByRole('region', { name: 'Buy', exact: true })
  await expect(box.getByText('Lowest price of the last 30 days before the reduction: $200.00 −25%')).toBeInViewport()
  await expect(box.getByText('$60.00/m²').first()).toBeInViewport() // the table of price breaks has it, too
  const [data] = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) => JSON.parse(text))
  const offer = data['@graph'].find((item: { '@type': string }) => item['@type'] === 'Product').offers[0]
  const reference = { value: 2.5, unitCode: 'MTK', valueReference: { value: 1, unitCode: 'MTK' } }
  expect(offer).toMatchObject({ price: 150, priceCurrency: 'USD', priceSpecification: { price: 150, referenceQuantity: reference } })
  await expect(box.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  await box.getByRole('spinbutton', { name: 'Quantity' }).fill('5')
  await expect(box.getByText('$135.00').first()).toBeVisible()
  await expect(box.getByText('$54.00/m²').first()).toBeVisible()
  await box.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText('Product added to cart!')).toBeVisible()
  await visit(page, '/cart')
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('$675.00')
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('$54.00/m²')

  const order = await placeOrder(buyer)
  await seller.api.productEdits.update({ params: { id: made.id }, body: { content: { amount: '10', unit: 'm2' } } })
  await visit(page, `/account/orders/${order.id}`)
  await expect(page.getByRole('main')).toContainText('$54.00/m²')
  await expect(page.getByRole('main')).toContainText('$135.00')
  await expect(page.getByRole('main')).toContainText('$675.00')
  const invoice = await page.request.get(`/api/orders/${order.id}/invoice.pdf`, { headers: { authorization: `Bearer ${buyer.token}` } })
  const { text } = readPdf(await invoice.body())
  expect(text).toContain('$135.00')
  expect(text).toContain('$675.00')
  expect(text).toContain('$54.00/m²')
  await visit(office, `/business/orders/${order.id}`)
  await expect(office.getByRole('main')).toContainText('$54.00/m²')
  const feed = await (await page.request.get('/feeds/google-us.xml')).text()
  const item = feed.split('<item>').find((entry) => entry.includes(name))
  expect(item).toContain('<g:price>200.00 USD</g:price>')
  expect(item).toContain('<g:sale_price>150.00 USD</g:sale_price>')
  expect(item).toContain('<g:unit_pricing_measure>10 sqm</g:unit_pricing_measure>')
  expect(text).not.toContain('$200.00')
})

test('a seller chooses what a part fits, both pages say so, and the list is filtered by the machine', async ({ browser, shop, page }) => {
  const seller = await shop.demo('seller@reflute.test')
  const name = `Tension spring ${randomUUID().slice(0, 6)}`
  const made = await seller.api.productEdits.create({
    body: {
      name,
      description: 'Keeps the belt tight.',
      category: 'replacement-parts',
      type: 'machine',
      priceUSD: 20,
      priceEUR: 18,
      stock: 30,
      specifications: [{ name: 'Fits', value: 'EcoMat 600' }],
    },
  })
  const office = await (await browserOf(browser, shop, seller)).newPage()
  await visit(office, `/business/products/${made.id}/edit`)
  const part = office.getByRole('region', { name: 'Specifications' })
  await expect(part.getByText('Not linked: EcoMat 600')).toBeVisible()
  await part.getByRole('combobox', { name: 'Add a product that it fits' }).fill('ecomat 1000')
  await part.getByRole('option', { name: /^EcoMat 1000 / }).click()
  await expect(part.getByRole('list', { name: 'Fits' })).toContainText('EcoMat 1000')
  await part.getByRole('combobox', { name: 'Add another product that it fits' }).fill('chipmaster mini')
  await part.getByRole('option', { name: /^ChipMaster Mini / }).click()
  await part.getByRole('button', { name: 'Remove ChipMaster Mini' }).click()
  await office.getByRole('button', { name: 'Update Product' }).click()
  await expect(
    office
      .getByText('Product updated')
      .or(office.getByText(/updated/i))
      .first(),
  ).toBeVisible()

  await visit(page, `/products/${made.slug}`)
  const line = page.getByRole('main').getByText('Fits EcoMat 1000, EcoMat 600')
  await expect(line).toBeVisible()
  await line.getByRole('link', { name: 'EcoMat 1000' }).click()
  await expect(page).toHaveURL(/\/products\/ecomat-1000$/)
  const parts = page.getByRole('region', { name: /^Parts and accessories \(\d+\)$/ })
  await expect(parts.getByRole('article').filter({ hasText: name })).toBeVisible()

  await visit(page, '/products?fits=ecomat-1000')
  const filters = page.getByRole('main').getByRole('list', { name: 'Active filters' })
  await expect(filters).toContainText('Fits: EcoMat 1000')
  await expect(page.getByRole('main').getByRole('article').filter({ hasText: name })).toBeVisible()
  await filters.getByRole('link', { name: /Fits: EcoMat 1000/ }).click()
  await expect(page).toHaveURL(/\/products$/)
  await seller.api.productEdits.remove({ params: { id: made.id } })
})

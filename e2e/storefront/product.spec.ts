import type { Page } from '@playwright/test'
import { expect, test, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')
const NARROW = { width: 390, height: 844 }

test('F7.2.3 F7.2.4 the page of a material is marked under Packaging; that of a machine shows only prices that its stock reaches, and whom to ask for more', {
  tag: '@smoke',
}, async ({ page, shop }) => {
  const header = page.getByRole('navigation', { name: 'Main' })
  await visit(page, '/products/curled-chips-box')
  await expect(header.getByRole('link', { name: 'Packaging' })).toHaveAttribute('aria-current', 'true')
  await expect(header.getByRole('link', { name: 'Repurposing' })).not.toHaveAttribute('aria-current')

  const { stock, leadTimeDays } = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-2500' } })
  expect(stock).toBeGreaterThanOrEqual(5)
  expect(stock).toBeLessThan(10)
  await visit(page, '/products/ecomat-2500')
  await expect(header.getByRole('link', { name: 'Repurposing' })).toHaveAttribute('aria-current', 'true')
  await expect(main(page).getByText(`Made to order, ships in ${leadTimeDays} business days`)).toBeInViewport()
  const ladder = main(page).getByRole('table', { name: 'Quantity prices' })
  await expect(ladder.getByRole('rowheader')).toHaveText(['1 to 2', '3 to 4', stock === 5 ? '5' : `5 to ${stock}`])
  await expect(main(page).getByText(`Need more than ${stock}? Save 15% from 10 units.`)).toBeInViewport()
  await main(page).getByRole('link', { name: 'Request a quote' }).click()
  await expect(page).toHaveURL(/\/quotes\/new\?items=ecomat-2500%3A10$/)
  const form = page.getByRole('form', { name: 'Request a quote' })
  await expect(form).toContainText('EcoMat 2500 Commercial')
  await expect(form.getByLabel('Quantity')).toHaveValue('10')
})

test('F7.2.7 the way to buy stays in sight on a phone, and the product page links its data sheet and asks about this product', async ({
  page,
}) => {
  await page.setViewportSize(NARROW)
  await visit(page, '/products/ecomat-1000')
  const bar = main(page).getByRole('group', { name: 'Buy EcoMat 1000' })
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar).toContainText('$12,500.00')
  await main(page).getByRole('heading', { level: 2, name: 'Specifications' }).scrollIntoViewIfNeeded()
  await expect(bar.getByRole('button', { name: 'Add to Cart' })).toBeInViewport({ ratio: 1 })
  await main(page).getByRole('region', { name: 'Buy', exact: true }).scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await bar.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fproducts%2Fecomat-1000$/)

  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/products/ecomat-1000')
  await expect(bar).toBeHidden()
  const bottomOf = async (name: string) =>
    main(page)
      .locator(name)
      .evaluate((element) => element.getBoundingClientRect().bottom)
  expect(Math.abs((await bottomOf('.product-facts')) - (await bottomOf('.product-buy'))), 'both columns end together').toBeLessThan(160)
  await expect(main(page).getByRole('link', { name: 'Data sheet' })).toHaveAttribute(
    'href',
    '/resources/technical-documentation/ecomat-1000',
  )
  await main(page).getByRole('link', { name: 'Ask a question' }).first().click()
  await expect(page).toHaveURL(/\/contact\?product=ecomat-1000$/)
  await expect(main(page).getByRole('textbox', { name: 'Message' })).toHaveValue(/^EcoMat 1000 \(https?:\/\/.+\/products\/ecomat-1000\)/)
})

test('F7.2.7 a card names the maker, and of a material the unit price', async ({ page }) => {
  await visit(page, '/materials?search=slit+mat+600')
  const card = (name: string) => main(page).getByRole('article').filter({ hasText: name })
  await expect(card('Slit mat 600')).toContainText('Second Wave Packaging')
  await expect(card('Slit mat 600')).toContainText(/\$\d+\.\d\d\/m²/, { useInnerText: true })
  await visit(page, '/materials?search=mat+roll+420')
  await expect(card('Mat roll 420')).toContainText(/\$\d+\.\d\d\/m²/, { useInnerText: true })
  await visit(page, '/materials?search=curled+chips')
  await expect(card('Curled chips, box')).toContainText(/\$1\d\.\d\d per 100 l/, { useInnerText: true })
})

test('F3 F4 price, unit price and typed specifications are the same on the page and in its structured data', async ({ page, shop }) => {
  const read = async (slug: string) => {
    await visit(page, `/products/${slug}`)
    const text = await page.locator('script[type="application/ld+json"]').first().innerText()
    return JSON.parse(text)['@graph'].find((item: { '@type': string }) => item['@type'] === 'Product')
  }
  const machine = await read('ecomat-1000')
  const { attributes } = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  const width = attributes.find(({ key }) => key === 'feed-width')
  expect(machine.additionalProperty).toContainEqual({
    '@type': 'PropertyValue',
    propertyID: 'feed-width',
    name: 'Feed width',
    value: width?.number,
    unitText: 'mm',
  })
  expect(machine.additionalProperty.filter(({ name }: { name: string }) => name === 'Feed width')).toHaveLength(1)
  await expect(main(page).getByRole('region', { name: 'Specifications' })).toContainText(width?.display ?? 'Feed width')

  const [offer] = (await read('curled-chips-box')).offers
  const { value, valueReference } = offer.priceSpecification.referenceQuantity
  const buy = main(page).getByRole('region', { name: 'Buy', exact: true })
  const dollars = (amount: number) => `$${amount.toFixed(2)}`
  await expect(buy.locator('[data-price="USD"]').first()).toContainText(dollars(offer.price))
  await expect(buy).toContainText(dollars((offer.price / value) * valueReference.value))
})

import type { Page } from '@playwright/test'
import { shownRows } from '../../app/features/catalog/products/facts.ts'
import { head, main } from '../page-regions.ts'
import { expect, test, visit } from '../story.ts'

const SLUG = 'ecomat-1000'

const buyBox = (page: Page) => main(page).getByRole('region', { name: 'Buy' })

test('F7.4.2 before one buys: the price in both currencies, what the product is, the stock and the quantity', async ({ page, shop }) => {
  const product = await shop.visitor.products.bySlug({ params: { slug: SLUG } })
  await visit(page, `/products/${SLUG}`)
  const box = buyBox(page)
  await test.step('S103 the price is in the currency that one chooses', async () => {
    await expect(box.getByText('$12,500.00', { exact: true }).first()).toBeInViewport()
    await expect(box.getByText('€11,490.00', { exact: true }).first()).toBeHidden()
    await head(page).getByRole('button', { name: 'EUR' }).click()
    await expect(box.getByText('€11,490.00', { exact: true }).first()).toBeInViewport()
    await expect(box.getByText('$12,500.00', { exact: true }).first()).toBeHidden()
    await head(page).getByRole('button', { name: 'USD' }).click()
    await expect(box.getByText('$12,500.00', { exact: true }).first()).toBeInViewport()
  })
  await test.step('S106 the description, and the key features one below the other', async () => {
    await expect(main(page).getByText(product.description, { exact: true }).first()).toBeInViewport()
    const description = main(page).getByRole('region', { name: 'Description' })
    await expect(description.getByRole('paragraph')).toHaveText(product.fullDescription.split(/\n\s*\n/))
    await expect(description.getByRole('heading', { name: 'Key features' })).toBeVisible()
    expect(product.features.length).toBeGreaterThan(2)
    await expect(description.getByRole('listitem')).toHaveText(product.features)
    await description.getByRole('listitem').last().scrollIntoViewIfNeeded()
    await expect(description.getByRole('listitem').last()).toBeInViewport()
  })
  await page.evaluate(() => window.scrollTo(0, 0))
  await test.step('S107 the stock', async () => {
    await expect(box.getByText('Made to order, ships in 15 business days').first()).toBeInViewport()
  })
  await test.step('S108 the quantity goes up and down one by one, and what they cost with it', async () => {
    const quantity = box.getByRole('spinbutton', { name: 'Quantity' })
    await expect(quantity).toHaveValue('1')
    await expect(box.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled()
    await box.getByRole('button', { name: 'Increase quantity' }).click()
    await expect(quantity).toHaveValue('2')
    await expect(box.getByText('Each, before tax. 2 for')).toBeInViewport()
    await box.getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(quantity).toHaveValue('1')
  })
})

test('F7.4.2 each tab of a product leads to its part of the page', async ({ page, shop }) => {
  const product = await shop.visitor.products.bySlug({ params: { slug: SLUG } })
  await visit(page, `/products/${SLUG}`)
  /** Goes to this tab; answers what it shows. */
  const openTab = async (name: string) => {
    await page.getByRole('navigation', { name: 'About this product' }).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`#${name.split(' ')[0]?.toLowerCase()}$`))
    await expect(main(page).getByRole('heading', { level: 2, name, exact: true })).toBeInViewport()
    return main(page).getByRole('region', { name, exact: true })
  }
  await test.step('S110 the tab Description has the long text', async () => {
    const tab = await openTab('Description')
    await expect(tab.getByText(product.fullDescription.split(/\n\s*\n/)[0] ?? '', { exact: true })).toBeInViewport()
  })
  await test.step('S111 the tab Specifications has each with its value', async () => {
    const tab = await openTab('Specifications')
    await expect(tab.getByRole('row')).toHaveText(shownRows(product).map(({ name, value }) => name + value))
    await expect(tab.getByRole('row').first()).toBeInViewport()
  })
  await test.step('S112 the tab Sustainability has the three statements of the supplier, named as such', async () => {
    const tab = await openTab('Sustainability')
    const { energyEfficiency, materialSavings, carbonReduction } = product.sustainabilityMetrics
    await expect(tab.getByRole('term')).toHaveText(['Energy efficiency', 'Material savings', 'Carbon reduction'])
    await expect(tab.getByRole('definition')).toHaveText([energyEfficiency, materialSavings, carbonReduction])
    for (const statement of await tab.getByRole('definition').all()) await expect(statement).toBeInViewport()
    await expect(tab.getByText("Supplier's statement, not verified: the shop has not measured these figures.")).toBeVisible()
  })
  await test.step('S113 the tab Supplier Info has the producer, with a link to its page', async () => {
    const tab = await openTab('Supplier Info')
    await expect(tab.getByText('North Fold Works').first()).toBeInViewport()
    await expect(tab.getByRole('link', { name: 'About North Fold Works' })).toHaveAttribute('href', '/producers/north-fold-works')
  })
})

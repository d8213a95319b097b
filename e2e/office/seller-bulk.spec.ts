import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { type Account, browserOf, expect, test, toastOf, visit } from '../story.ts'

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })

/** A product of the demo seller, made beside the screens. */
async function make({ api }: Account, name: string, stock: number) {
  const body = { name, description: `${name}, short.`, category: 'mat', type: 'material' as const, priceUSD: 12.5, priceEUR: 11, stock }
  return api.productEdits.create({ body })
}

async function search(page: Page, text: string) {
  await page.getByLabel('Search name or description').fill(text)
  await page.getByLabel('Search name or description').press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
}

async function openTab(page: Page, name: string, tab: string) {
  const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name })
  await link.click()
  await expect(page).toHaveURL((url) => url.searchParams.get('tab') === tab)
  await expect(link).toHaveAttribute('aria-current', /./) // drawn: until then the field is that of the list before
}

test('a seller works on many products at once: stock, prices, featuring and deleting, each with its own words when it works and when it does not', async ({
  browser,
  shop,
}) => {
  test.slow()
  const seller = await shop.demo('seller@reflute.test')
  const context = await browserOf(browser, shop, seller)
  const page = await context.newPage()
  const word = `Bulk-${randomUUID().slice(0, 6)}`
  await make(seller, `${word} one`, 3)
  await make(seller, `${word} two`, 30)
  await make(seller, `${word} three`, 60)
  const [one, two, three] = [rowOf(page, `${word} one`), rowOf(page, `${word} two`), rowOf(page, `${word} three`)]

  await visit(page, '/business/dashboard?tab=products')
  await openTab(page, 'Inventory Details', 'inventory')
  await search(page, word)
  await test.step('B122 the tab Inventory Details has stock, level, advice, price and value of each product', async () => {
    await expect(page.getByRole('columnheader')).toContainText(['Product', 'Stock', 'Level', 'Advice', 'USD', 'Inventory value', 'Actions'])
    for (const text of ['3', 'Low Stock', 'Restock to 50 or more units', '$12.50', '$37.50'])
      await expect(one.getByText(text, { exact: true })).toBeInViewport()
    for (const text of ['60', 'Good', 'None', '$12.50', '$750.00']) await expect(three.getByText(text, { exact: true })).toBeInViewport()
  })
  await test.step('B132 the level is Low Stock, Medium or Good', async () => {
    for (const [row, level] of [
      [one, 'Low Stock'],
      [two, 'Medium'],
      [three, 'Good'],
    ] as const)
      await expect(row.getByText(level, { exact: true })).toBeInViewport()
  })
  await test.step('B133 where it is low, the advice is 50 or more', async () => {
    await expect(page.getByText('Restock to 50 or more units', { exact: true })).toHaveCount(1)
    await expect(one.getByText('Restock to 50 or more units', { exact: true })).toBeInViewport()
  })
  await test.step('B134 the value is stock times price in USD, with two decimals', async () => {
    await expect(two.getByText('$375.00', { exact: true })).toBeInViewport()
    const { inventoryValue } = await seller.api.business.stats()
    const total = page.getByText('All products', { exact: true }).locator('..').getByRole('definition')
    await expect(total).toHaveText(inventoryValue.toLocaleString('en-US', { style: 'currency', currency: 'USD' }))
  })

  const choose = async (...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${word} ${name}` }).check()
  }
  const tool = (name: string) => page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name, exact: true }).click()
  const confirm = (dialog: Locator, name: string) => dialog.getByRole('button', { name }).click()
  /** The call does not reach the shop, and the person reads this; the rows stay as they were. */
  const fails = async (path: string, text: string, act: () => Promise<void>) => {
    await page.route(path, (route) => route.abort())
    await act()
    await expect(toastOf(page, text)).toBeInViewport()
    await page.unroute(path)
  }
  const says = (text: string) => expect(toastOf(page, text)).toBeInViewport()

  const stock = page.getByRole('dialog', { name: 'Set stock' })
  await test.step('B128 the stock of several products is set at once', async () => {
    await choose('one', 'two')
    await tool('Set stock')
    await expect(stock.getByRole('spinbutton')).toHaveCount(3)
    await test.step('B219 what is no stock is refused', async () => {
      await confirm(stock, 'Update stock')
      await says('Please enter valid stock values')
      await stock.getByLabel(`Stock of ${word} one`).fill('-4')
      await confirm(stock, 'Update stock')
      await expect(stock.getByRole('alert')).toHaveText('Please enter valid stock values')
    })
    expect(await faults(page)).toEqual([])
    await stock.getByLabel(`Stock of ${word} one`).fill('80')
  })
  await test.step('B318 a stock that could not be set', () =>
    fails('**/api/products/bulk/stock', 'Failed to update stock levels', () => confirm(stock, 'Update stock')))
  await test.step('B322 a stock that was set', async () => {
    await confirm(stock, 'Update stock')
    await says('Stock levels updated successfully')
    await expect(one.getByText('80', { exact: true })).toBeInViewport()
    await expect(one.getByText('$1,000.00', { exact: true })).toBeInViewport()
    await expect(two.getByText('30', { exact: true })).toBeInViewport()
  })

  const prices = page.getByRole('dialog', { name: 'Change prices' })
  await test.step('B131 the prices of several products are changed at once', async () => {
    await choose('two', 'three')
    await tool('Change prices')
    await test.step('B220 B221 what is no price is refused', async () => {
      await confirm(prices, 'Update prices')
      await says('Please enter valid price values')
    })
    await prices.getByLabel('USD of all products').fill('20')
    await expect(prices.getByLabel(`USD of ${word} three`)).toHaveValue('20')
  })
  await test.step('B321 prices that could not be changed', () =>
    fails('**/api/products/bulk/prices', 'Failed to update prices', () => confirm(prices, 'Update prices')))
  await test.step('B326 prices that were changed', async () => {
    await confirm(prices, 'Update prices')
    await says('Prices updated successfully')
    await expect(two.getByText('$600.00', { exact: true })).toBeInViewport()
    await expect(three.getByText('$1,200.00', { exact: true })).toBeInViewport()
  })

  await test.step('B319 products that could not be featured', async () => {
    await choose('one', 'two')
    await fails('**/api/products/bulk/featured', 'Failed to update featured status', () => tool('Feature'))
  })
  await test.step('B129 B323 several products are featured at once', async () => {
    await tool('Feature')
    await says('Products featured successfully')
  })
  await test.step('B121 the tab Featured Products has those and no others', async () => {
    await openTab(page, 'Featured Products', 'featured')
    await search(page, word)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(one).toBeInViewport()
    await expect(two).toBeInViewport()
  })
  await test.step('B324 several are no longer featured', async () => {
    await choose('two')
    await tool('Unfeature')
    await says('Products unfeatured successfully')
    await expect(page.getByRole('row')).toHaveCount(2)
  })
  await test.step('B127 B135 one product is unfeatured by its row, and the list is empty', async () => {
    await one.getByText('More').click()
    await one.getByRole('button', { name: 'Unfeature' }).click()
    await says('Product unfeatured successfully')
    await expect(page.getByText('No products found', { exact: true })).toBeInViewport()
  })
  await test.step('B123 the tab Low Stock has what is under 10', async () => {
    await make(seller, `${word} low`, 9)
    await make(seller, `${word} enough`, 10)
    await openTab(page, 'Low Stock', 'low-stock')
    await search(page, word)
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(rowOf(page, `${word} low`).getByText('Low Stock', { exact: true })).toBeInViewport()
  })

  await visit(page, `/business/dashboard?tab=products&search=${word}`)
  await three.getByText('More').click()
  await three.getByRole('button', { name: 'Duplicate' }).click()
  const copy = rowOf(page, `${word} three \\(copy\\)`)
  await expect(copy).toContainText('Inactive')
  await test.step('B126 one product is deleted by its row, after a question', async () => {
    await copy.getByText('More').click()
    await copy.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete this product? This action cannot be undone.')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await says('Product deleted successfully')
    await expect(copy).toHaveCount(0)
  })

  const remove = page.getByRole('dialog', { name: 'Delete products' })
  await test.step('B222 deleting several asks with their number', async () => {
    await choose('one', 'two', 'three')
    await tool('Delete')
    await expect(remove).toContainText('Are you sure you want to delete 3 products?')
  })
  await test.step('B320 products that could not be deleted', () =>
    fails('**/api/products/bulk/delete', 'Failed to delete products', () => confirm(remove, 'Delete')))
  await test.step('B130 B325 several products are deleted at once', async () => {
    await confirm(remove, 'Delete')
    await says('Products deleted successfully')
    for (const row of [one, two, three]) await expect(row).toHaveCount(0)
    await expect(rowOf(page, `${word} low`)).toHaveCount(1)
  })
  await test.step('B124 a link leads to the profile of the business', async () => {
    await page.getByRole('link', { name: 'Business Profile' }).last().click()
    await expect(page).toHaveURL(/\/business\/profile$/)
    await expect(page.getByRole('heading', { name: 'Business Profile' })).toBeInViewport()
  })
  await context.close()
})

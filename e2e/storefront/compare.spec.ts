import type { Page } from '@playwright/test'
import { browserOf, expect, test, toastOf, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')

const card = (page: Page, name: string) =>
  main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

test('D68 up to four machines are chosen in the list, compared in one table, and put into the cart', async ({ page, context }) => {
  await visit(page, '/products?category=mat-maker')
  for (const name of ['EcoMat 1000', 'EcoMat 2500 Commercial'])
    await card(page, name)
      .getByLabel(/^Compare/)
      .check()
  const tray = main(page).getByRole('region', { name: 'Products to compare' })
  await expect(tray).toBeInViewport()
  await expect(tray.getByRole('listitem')).toHaveText(['EcoMat 1000', 'EcoMat 2500 Commercial'])

  await test.step('another tab has the same choice, and what it removes is gone here', async () => {
    const second = await context.newPage()
    await visit(second, '/products')
    await expect(main(second).getByRole('region', { name: 'Products to compare' }).getByRole('listitem')).toHaveCount(2)
    await visit(second, '/materials')
    await main(second)
      .getByRole('article')
      .first()
      .getByLabel(/^Compare/)
      .click()
    await expect(second.getByText('Compare machines with machines, and packaging with packaging.')).toBeVisible()
    await expect(
      main(second)
        .getByRole('article')
        .first()
        .getByLabel(/^Compare/),
    ).not.toBeChecked()
    await main(second).getByRole('button', { name: 'Remove EcoMat 2500 Commercial' }).click()
    await expect(tray.getByRole('listitem')).toHaveText(['EcoMat 1000'])
    await second.close()
  })

  for (const name of ['EcoMat 2500 Commercial', 'EcoMat Pro 2000', 'Lindhorst PM 420'])
    await card(page, name)
      .getByLabel(/^Compare/)
      .check()
  await card(page, 'Lindhorst PM 650')
    .getByLabel(/^Compare/)
    .click()
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('You can compare up to 4 products. Remove one to add another.'),
  ).toBeVisible()
  await expect(card(page, 'Lindhorst PM 650').getByLabel(/^Compare/)).not.toBeChecked()
  await tray.getByRole('link', { name: 'Compare (4)' }).click()

  const table = main(page).getByRole('table')
  await expect(page).toHaveURL(/\/compare\?p=ecomat-1000,ecomat-2500,ecomat-pro-2000,lindhorst-pm-420$/)
  await expect(table.getByRole('columnheader')).toHaveCount(4)
  const width = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Feed width' }) })
  await expect(width.getByRole('cell')).toHaveText(['430 mm', '1000 mm', '640 mm', '425 mm'])

  await test.step('only differences are left where that is wanted; two equal ones have none of that name', async () => {
    const discharge = table.getByRole('rowheader', { name: 'Warranty' })
    await expect(discharge).toBeVisible()
    await main(page).getByLabel('Show only differences').check()
    await expect(discharge).toHaveCount(0)
    await expect(width).toBeVisible()
    await main(page).getByLabel('Show only differences').uncheck()
  })

  await main(page).getByRole('link', { name: 'Remove Lindhorst PM 420' }).click()
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await main(page).getByRole('link', { name: 'Add a product' }).click()
  await expect(tray.getByRole('listitem')).toHaveCount(3)
})

test('the comparison is an address of its own: without a choice it says what to do, what is not there it leaves out', async ({
  page,
  shop,
  browser,
}) => {
  await visit(page, '/compare')
  await expect(main(page)).toContainText('Add products to compare them here.')
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await visit(page, '/compare?p=ecomat-1000,no-such-machine,curled-chips-box')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(main(page)).toContainText('Compare machines with machines, and packaging with packaging.')
  await expect(main(page)).toContainText('Some of these products are no longer in the shop.')
  await expect(main(page).getByRole('table').getByRole('columnheader')).toHaveCount(1)

  const customer = await (await browserOf(browser, shop, await shop.customer())).newPage()
  await visit(customer, '/compare?p=curled-chips-box,curled-chips-bag')
  await main(customer)
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
  await expect(toastOf(customer, 'Product added to cart!')).toBeVisible()
})

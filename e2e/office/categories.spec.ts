import type { Page } from '@playwright/test'
import { faults } from '../sound.ts'
import { make, openAs, slugOf, unique } from '../staff-catalog.ts'
import { expect, test, toastOf, visit } from '../story.ts'

/** Answers a call of this method and path once, instead of the shop. */
async function once(page: Page, method: string, path: RegExp, { status, detail }: { status: number; detail: string }) {
  await page.route(
    path,
    (route) => {
      if (route.request().method() !== method) return route.fallback()
      const body = JSON.stringify({ type: 'about:blank', title: 'x', status, detail })
      return route.fulfill({ status, contentType: 'application/problem+json', body })
    },
    { times: 1 },
  )
}

test('B104 B171 the super admin manages categories beside the products: by their value, with a toast of its own for each failure', async ({
  browser,
  shop,
}) => {
  const { context, page } = await openAs(browser, shop, 'super')
  const value = slugOf(unique('strip'))
  await visit(page, '/super-admin/products')
  await page.getByRole('button', { name: 'Manage Categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Categories' })
  await expect(dialog.getByRole('list', { name: 'Existing categories' }).getByRole('listitem').first()).toContainText('Mat Makers')
  await dialog.getByRole('button', { name: 'Create Category' }).click()
  await expect(dialog.getByText('Category value and label are required').first()).toBeVisible()
  await test.step('B327 a category that cannot be added is said, with the words of the server', async () => {
    await dialog.getByLabel('Value').fill('mat')
    await dialog.getByLabel('Label').fill('Strips')
    await dialog.getByRole('button', { name: 'Create Category' }).click()
    await expect(toastOf(page, 'Failed to create category')).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveText('A category with this value already exists')
  })
  await test.step('B330 a category that is added is said, and stands in the list', async () => {
    await dialog.getByLabel('Value').fill(value)
    await dialog.getByRole('button', { name: 'Create Category' }).click()
    await expect(toastOf(page, 'Category created successfully')).toBeInViewport()
    await expect(dialog.getByLabel('Value')).toHaveValue('')
    await expect(dialog.getByRole('list', { name: 'Existing categories' }).getByText('Strips', { exact: true })).toBeVisible()
  })
  expect(await faults(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Edit the category Strips' }).click()
  await dialog.getByLabel('Label').fill('Paper strips')
  await test.step('B328 a category that cannot be changed is said, and what was typed stays', async () => {
    await once(page, 'PUT', /\/api\/admin\/categories\//, { status: 500, detail: 'Broken.' })
    await dialog.getByRole('button', { name: 'Update Category' }).click()
    await expect(toastOf(page, 'Failed to update category')).toBeInViewport()
    await expect(dialog.getByRole('alert')).toHaveText('Broken.')
    await expect(dialog.getByLabel('Label')).toHaveValue('Paper strips')
  })
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Update Category' }).click()
  expect((await sent).url()).toContain(`/api/admin/categories/${value}`)
  await expect(toastOf(page, 'Category updated successfully')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete the category Paper strips' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Paper strips?' })
  await test.step('B329 a category that cannot be deleted is said', async () => {
    await once(page, 'DELETE', /\/api\/admin\/categories\//, { status: 500, detail: 'Broken.' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page, 'Failed to delete category')).toBeInViewport()
    await expect(question).toContainText('Broken.')
  })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Category deleted successfully')).toBeVisible()
  await expect(dialog.getByText('Paper strips')).toHaveCount(0)
  await context.close()
})

test('B20 B170 B218 staff see every category as a card, add and rename one, and delete it with its products moved; old links go on working', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await openAs(browser, shop, 'staff')
  const value = slugOf(unique('sleeve'))
  const renamed = `${value}-x`
  await visit(page, '/admin/categories')
  const cards = page.getByRole('list', { name: 'Categories' })
  await test.step('B113 a card has label, value, description and the day of its making', async () => {
    const first = cards.getByRole('listitem').first()
    await expect(first.getByRole('heading', { name: 'Mat Makers', exact: true })).toBeInViewport()
    await expect(first.getByText('mat-maker', { exact: true })).toBeInViewport()
    await expect(first.getByText(/^Machines that slit/)).toBeInViewport()
    await expect(first.getByRole('term').filter({ hasText: 'Created' })).toBeInViewport()
    await expect(first.getByRole('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
  })
  await page.getByRole('button', { name: 'Add Category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Value').fill('chip')
  await dialog.getByLabel('Label').fill('Sleeves')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toHaveCount(0)
  await expect(dialog.getByLabel('Label')).toHaveValue('Sleeves')
  await dialog.getByRole('button', { name: 'Create Category' }).click()
  await expect(toastOf(page, 'A category with this value already exists')).toBeVisible()
  const card = cards.getByRole('listitem').filter({ hasText: value })
  await test.step('B114 Add Category adds a card; without a description it says so', async () => {
    await dialog.getByLabel('Value').fill(` ${value} `)
    await dialog.getByLabel('Product type').selectOption('material')
    await dialog.getByRole('button', { name: 'Create Category' }).click()
    await expect(toastOf(page, 'Category created successfully')).toBeInViewport()
    await card.scrollIntoViewIfNeeded()
    await expect(card.getByRole('heading', { name: 'Sleeves', exact: true })).toBeInViewport()
    await expect(card.getByText('No description provided', { exact: true })).toBeInViewport()
  })

  const made = await make(account, unique('Bottle sleeve'), { category: value, images: [] })
  await test.step('B115 Edit has what is stored, and changes it', async () => {
    await card.getByRole('button', { name: 'Edit Sleeves' }).click()
    await expect(dialog.getByLabel('Value')).toHaveValue(value)
    await expect(dialog.getByLabel('Label')).toHaveValue('Sleeves')
    await dialog.getByLabel('Value').fill(renamed)
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await dialog.getByRole('button', { name: 'Update Category' }).click()
    expect((await sent).url()).toMatch(/\/[0-9a-f-]{36}$/)
    await expect(toastOf(page, 'Category updated successfully')).toBeInViewport()
    await expect(card.getByText(renamed, { exact: true })).toBeVisible()
  })
  const shopPage = await context.newPage()
  await visit(shopPage, `/materials?category=${value}`)
  await expect(shopPage).toHaveURL(new RegExp(`category=${renamed}$`))
  await expect(shopPage.getByRole('link', { name: made.name }).first()).toBeVisible()
  await shopPage.close()

  await page.reload()
  await test.step('B116 Delete asks where the products go, and takes the card away', async () => {
    await card.getByRole('button', { name: 'Delete Sleeves' }).click()
    await expect(dialog).toContainText('1 product is in this category.')
    await dialog.getByLabel('Move to').selectOption('Mats')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page, 'Category deleted successfully')).toBeVisible()
    await expect(card).toHaveCount(0)
  })
  expect((await shop.visitor.products.byId({ params: { id: made.id } })).category).toBe('mat')

  await test.step('B117 without any the page says No categories', async () => {
    await page.route('**/api/admin/categories?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
    await page.reload()
    await expect(page.getByText('No categories', { exact: true })).toBeInViewport()
  })
  await context.close()
})

import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { faults, listen } from '../sound.ts'
import { type Account, browserOf, expect, gate, narrow, type Shop, test, toastOf, visit } from '../story.ts'

/* The catalog as staff run it: products, their statuses and their categories. */

const QUESTION = 'Are you sure you want to delete this product? This action cannot be undone.'
const unique = (name: string) => `${name} ${randomUUID().slice(0, 6)}`
const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

async function open(browser: Browser, shop: Shop, who: 'staff' | 'super') {
  const account = await shop.demo(`${who}@reflute.test`)
  const context = await browserOf(browser, shop, account)
  return { account, context, page: await context.newPage() }
}

/** A product made beside the screens. */
async function make({ api }: Account, name: string, more: object = {}) {
  const [owner] = (await api.applications.listAll({ query: { search: 'North Fold Works' } })).items
  return api.productEdits.create({
    body: {
      name,
      description: `${name}, short.`,
      category: 'mat',
      type: 'material',
      businessId: owner?.id ?? null,
      priceUSD: 12.5,
      priceEUR: 11,
      stock: 8,
      ...more,
    },
  })
}

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })
const sentence = (page: Page, text: string) => page.getByRole('main').getByRole('alert').filter({ hasText: text })

async function search(page: Page, text: string) {
  await page.getByLabel('Search name or description').fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text)
}

const png = (width: number) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#dcb57f' } })
    .png()
    .toBuffer()

/** Answers a call of this method and path once, instead of the shop. */
async function once(page: Page, method: string, path: RegExp, answer: 'offline' | { status: number; detail: string }) {
  await page.route(
    path,
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      if (answer === 'offline') return route.abort()
      const body = JSON.stringify({ type: 'about:blank', title: 'x', ...answer })
      return route.fulfill({ status: answer.status, contentType: 'application/problem+json', body })
    },
    { times: 1 },
  )
}

test('F7.3.8 B17 B18 B70-B72 B103 B203-B210 B305 B307 B309 B342 staff add a product of the business they choose: what is missing is said in order, pictures are uploaded, at most five, and a failure loses nothing', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const { context, page } = await open(browser, shop, 'staff')
  const heard = listen(page)
  await visit(page, '/admin/products')
  await expect(page.getByRole('grid', { name: 'Products' })).toBeVisible()
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(page).toHaveURL(/\/admin\/products\/new$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Product Images',
    'Basic Information',
    'Description',
    'Features',
    'Specifications',
    'Sustainability',
    'Delivery and address',
  ])
  const business = page.getByLabel('Business', { exact: true })
  await expect(business).toHaveValue('')
  const create = page.getByRole('button', { name: 'Create Product' })
  await create.click()
  await expect(sentence(page, 'Please fill in all required fields including both USD and EUR prices')).toBeVisible()
  await expect(business).toBeFocused()
  await business.selectOption({ label: 'North Fold Works' })
  await create.click()
  await expect(page.getByLabel('Product name')).toBeFocused()
  expect(await faults(page)).toEqual([])

  const name = unique('Fold cutter')
  await page.getByLabel('Product name').fill(name)
  await page.getByLabel('Short description').fill('Cuts cardboard.')
  await page.getByLabel('Category').selectOption({ label: 'Mat Makers' })
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue('machine')
  await page.getByLabel('Price in USD').fill('0')
  await page.getByLabel('Price in EUR').fill('1100.50')
  await expect(page.getByLabel('Price in USD')).toHaveAttribute('step', '0.01')
  await expect(page.getByLabel('Price in USD')).toHaveAttribute('min', '0')
  await expect(page.getByLabel('Stock', { exact: true })).toHaveAttribute('min', '0')
  await create.click()
  await expect(sentence(page, 'Please fill in all required fields including both USD and EUR prices')).toBeVisible()
  await expect(page.getByLabel('Price in USD')).toBeFocused()
  await page.getByLabel('Price in USD').fill('1250')
  await create.click()
  await expect(sentence(page, 'Please upload at least one product image')).toBeVisible()

  const files = await Promise.all(
    [640, 641, 642, 643, 644, 645].map(async (width) => ({ name: `${width}.png`, mimeType: 'image/png', buffer: await png(width) })),
  )
  const input = page.locator('input[type=file]')
  await input.setInputFiles(files)
  await expect(page.getByText('You can only upload up to 5 images')).toBeVisible()
  await input.setInputFiles([{ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }])
  await expect(page.getByText('Failed to upload images. Please try again.')).toBeVisible()
  await input.setInputFiles(files.slice(0, 2))
  await expect(page.getByLabel('Image 2, address')).toHaveValue(/^\/media\//)

  await once(page, 'POST', /\/api\/products$/, { status: 409, detail: 'Another product has this address.' })
  await create.click()
  await expect(toastOf(page, 'Failed to create product')).toBeVisible()
  await expect(sentence(page, 'Another product has this address.')).toBeVisible()
  await once(page, 'POST', /\/api\/products$/, 'offline')
  await create.click()
  await expect(toastOf(page, 'An error occurred. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue(name)
  await create.click()
  await expect(toastOf(page, 'Product created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await expect(rowOf(page, name)).toContainText('$1,250.00')
  expect(heard.filter((text) => !/Failed to load resource/.test(text))).toEqual([])
  await context.close()
})

test('B19 B62 B338 B217 B304 B306 B308 B310 staff edit a product by id or slug; what another editor changed is shown, leaving asks, its history names the editors, a copy is Inactive, and deleting asks first', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, 'staff')
  const name = unique('Slit mat')
  const made = await make(account, name, { images: [] })
  const { held, release } = gate()
  await page.route('**/api/products/slug/*', (route) => held.then(() => route.continue()))
  await visit(page, `/admin/products/${made.id}/edit`)
  await expect(page).toHaveURL(new RegExp(`/admin/products/${slugOf(name)}/edit$`))
  await page.getByLabel('Image 1, address').fill('https://pictures.test/mat.jpg')
  release() // the address by id has brought the form: it waits for no reading by slug, and what is typed stays
  await page.getByLabel('Short description').fill('Mine.')
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()

  await account.api.productEdits.update({ params: { id: made.id }, body: { priceUSD: 14 } })
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(toastOf(page, 'Failed to update product')).toBeVisible()
  await expect(sentence(page, 'Somebody else has changed this')).toContainText('$12.50')
  await expect(sentence(page, 'Somebody else has changed this')).toContainText('$14.00')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toastOf(page, 'Product updated successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products$/)

  await visit(page, `/admin/products/${made.slug}/edit?mode=view`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Product' })).toHaveCount(0)
  const history = page.getByRole('region', { name: 'Change history' })
  await expect(history).toContainText('Mine.')
  await expect(history).toContainText('Application Admin')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(toastOf(page, 'Product duplicated. The copy is Inactive.')).toBeVisible()
  await expect(page.getByText('Inactive: customers do not see it.')).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue(new RegExp(name))

  await page.getByRole('button', { name: 'Delete Product' }).click()
  await expect(page.getByRole('dialog').getByText(QUESTION)).toBeVisible()
  await once(page, 'DELETE', /\/api\/products\//, { status: 500, detail: 'Broken.' })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Failed to delete product')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Product deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await visit(page, '/admin/products/no-such-product/edit')
  await expect(page.getByRole('heading', { name: 'Product Not Found' })).toBeVisible()
  await context.close()
})

test('B5 B25 B91-B103 B105 B185 B186 B316 B317 the super admin searches and narrows the whole catalog, sees each product with its badge, prices and stock, and sets any status in any order', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, 'super')
  const name = unique('Packing chip')
  await make(account, name, { category: 'chip', featured: true })
  await visit(page, '/super-admin/products')
  const before = await account.api.staffProducts.counts()
  for (const [label, value] of [
    ['Total', before.total],
    ['Active', before.active],
    ['Inactive', before.inactive],
    ['Suspended', before.suspended],
    ['Featured and active', before.featuredActive],
  ] as const)
    await expect(page.locator('.figure-line > div').filter({ has: page.getByText(label, { exact: true }) })).toContainText(String(value))
  await search(page, name)
  const row = rowOf(page, name)
  for (const text of ['Featured', 'Chips', 'North Fold Works', '$12.50', '€11.00', '8', 'Low Stock']) await expect(row).toContainText(text)
  await narrow(page, 'Category', 'Mats')
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
  await narrow(page, 'Category', 'Chips')
  await narrow(page, 'Status', 'Featured')
  await expect(row).toBeVisible()

  const status = page.getByLabel(`Status of ${name}`)
  const isPublic = async () => (await shop.visitor.products.list({ query: { search: name } })).total === 1
  await status.selectOption('Suspended')
  await expect(toastOf(page, 'Product status updated successfully')).toBeVisible()
  await expect(row.getByText('Suspended', { exact: true }).first()).toBeVisible()
  expect(await isPublic()).toBe(false)
  await narrow(page, 'Status', 'Any')
  await page.getByLabel('Show non-active').uncheck()
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
  await page.getByLabel('Show non-active').check()
  await once(page, 'PATCH', /\/status$/, { status: 500, detail: 'Broken.' })
  await status.selectOption('Active')
  await expect(toastOf(page, 'Failed to update product status')).toBeVisible()
  await status.selectOption('Deleted')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
  await narrow(page, 'Status', 'Deleted')
  await status.selectOption('Active')
  await expect.poll(isPublic).toBe(true)
  await narrow(page, 'Status', 'Active')
  await expect(row).toBeVisible()

  for (const [link, address] of [
    ['View', /\/edit\?mode=view$/],
    ['Edit', /\/edit$/],
  ] as const) {
    const opening = context.waitForEvent('page')
    await row.getByRole('link', { name: `${link} ${name} in a new tab` }).click()
    const tab = await opening
    await expect(tab).toHaveURL(address)
    await tab.close()
  }
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(row).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Product' })).toHaveAttribute('href', '/admin/products/new')
  await page.getByRole('link', { name: 'Back to Super Dashboard' }).click()
  await expect(page).toHaveURL(/\/super-admin\/dashboard$/)
  await context.close()
})

test('a status set beside a half-written form is no conflict with it, and a copy is not made the way out of it without a question', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, 'super')
  const made = await make(account, unique('Jar ring'), { images: ['https://images.example/ring.png'] })
  await visit(page, `/admin/products/${made.slug}/edit`)
  await page.getByLabel('Short description').fill('Rings for jars of every size.')
  await page.getByLabel(`Status of ${made.name}`).selectOption('Inactive')
  await expect(toastOf(page, 'Product status updated successfully')).toBeVisible()
  await expect(page.getByText('Inactive: customers do not see it.')).toBeVisible()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(toastOf(page, 'Product updated successfully!')).toBeVisible()
  await context.close()
})

test('B104 B171 B327-B330 the super admin manages categories beside the products: by their value, with a toast of its own for each failure', async ({
  browser,
  shop,
}) => {
  const { context, page } = await open(browser, shop, 'super')
  const value = slugOf(unique('strip'))
  await visit(page, '/super-admin/products')
  await page.getByRole('button', { name: 'Manage Categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Categories' })
  await expect(dialog.getByRole('list', { name: 'Existing categories' }).getByRole('listitem').first()).toContainText('Mat Makers')
  await dialog.getByRole('button', { name: 'Create Category' }).click()
  await expect(dialog.getByText('Category value and label are required').first()).toBeVisible()
  await dialog.getByLabel('Value').fill('mat')
  await dialog.getByLabel('Label').fill('Strips')
  await dialog.getByRole('button', { name: 'Create Category' }).click()
  await expect(toastOf(page, 'Failed to create category')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText('A category with this value already exists')
  await dialog.getByLabel('Value').fill(value)
  await dialog.getByRole('button', { name: 'Create Category' }).click()
  await expect(toastOf(page, 'Category created successfully')).toBeVisible()
  await expect(dialog.getByLabel('Value')).toHaveValue('')
  expect(await faults(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Edit the category Strips' }).click()
  await dialog.getByLabel('Label').fill('Paper strips')
  await once(page, 'PUT', /\/api\/admin\/categories\//, { status: 500, detail: 'Broken.' })
  await dialog.getByRole('button', { name: 'Update Category' }).click()
  await expect(toastOf(page, 'Failed to update category')).toBeVisible()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Update Category' }).click()
  expect((await sent).url()).toContain(`/api/admin/categories/${value}`)
  await expect(toastOf(page, 'Category updated successfully')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete the category Paper strips' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Paper strips?' })
  await once(page, 'DELETE', /\/api\/admin\/categories\//, { status: 500, detail: 'Broken.' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Failed to delete category')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Category deleted successfully')).toBeVisible()
  await expect(dialog.getByText('Paper strips')).toHaveCount(0)
  await context.close()
})

test('B20 B113-B117 B170 B218 staff see every category as a card, add and rename one, and delete it with its products moved; old links go on working', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const { account, context, page } = await open(browser, shop, 'staff')
  const value = slugOf(unique('sleeve'))
  const renamed = `${value}-x`
  await visit(page, '/admin/categories')
  const cards = page.getByRole('list', { name: 'Categories' })
  for (const text of ['Mat Makers', 'mat-maker', 'Machines that slit', 'Created'])
    await expect(cards.getByRole('listitem').first()).toContainText(text)
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
  await dialog.getByLabel('Value').fill(` ${value} `)
  await dialog.getByLabel('Product type').selectOption('material')
  await dialog.getByRole('button', { name: 'Create Category' }).click()
  await expect(toastOf(page, 'Category created successfully')).toBeVisible()
  const card = cards.getByRole('listitem').filter({ hasText: value })
  await expect(card).toContainText('No description provided')

  const made = await make(account, unique('Bottle sleeve'), { category: value, images: [] })
  await card.getByRole('button', { name: 'Edit Sleeves' }).click()
  await dialog.getByLabel('Value').fill(renamed)
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Update Category' }).click()
  expect((await sent).url()).toMatch(/\/[0-9a-f-]{36}$/)
  await expect(toastOf(page, 'Category updated successfully')).toBeVisible()
  const shopPage = await context.newPage()
  await visit(shopPage, `/materials?category=${value}`)
  await expect(shopPage).toHaveURL(new RegExp(`category=${renamed}$`))
  await expect(shopPage.getByRole('link', { name: made.name }).first()).toBeVisible()
  await shopPage.close()

  await page.reload()
  await card.getByRole('button', { name: 'Delete Sleeves' }).click()
  await expect(dialog).toContainText('1 product is in this category.')
  await dialog.getByLabel('Move to').selectOption('Mats')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Category deleted successfully')).toBeVisible()
  await expect(card).toHaveCount(0)
  expect((await shop.visitor.products.byId({ params: { id: made.id } })).category).toBe('mat')

  await page.route('**/api/admin/categories?*', (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.reload()
  await expect(page.getByText('No categories', { exact: true })).toBeVisible()
  await context.close()
})

test('B60 B61 B63 the admin dashboard of products and content: its Products tab adds, edits and deletes, and narrows by three statuses', async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, 'staff')
  const name = unique('Edge strip')
  const made = await make(account, name, { images: [] })
  await visit(page, '/admin/content')
  const tabs = page.getByRole('navigation', { name: 'Products and content' })
  await expect(tabs.getByRole('link')).toHaveText(['Products', 'Blog & Content'])
  await expect(page.getByRole('link', { name: 'Add Product' })).toHaveAttribute('href', '/admin/products/new')
  await page.locator('summary', { hasText: 'Status' }).click()
  await expect(page.getByRole('group', { name: 'Status' }).locator('label')).toHaveText(['Any', 'Active', 'Inactive', 'Suspended'])
  await page.locator('summary', { hasText: 'Status' }).click()
  await narrow(page, 'Status', 'Active')
  await search(page, name)
  await expect(rowOf(page, name).getByRole('link', { name: `Edit ${name}` })).toHaveAttribute('href', `/admin/products/${made.id}/edit`)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('dialog').getByText(QUESTION)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Product deleted successfully')).toBeVisible()
  await expect(page.getByText('No products found matching your criteria.')).toBeVisible()
  await tabs.getByRole('link', { name: 'Blog & Content' }).click()
  await expect(page).toHaveURL(/\?tab=blog$/)
  await context.close()
})

import { expect, test } from '../story.ts'

test.use({ javaScriptEnabled: false })

test('the home page shows its products and leads on without script (S67, S72)', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first(),
  ).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search\??$/)
  await page.getByRole('main').getByRole('searchbox').fill('roller')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search\?q=roller/)
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(/roller/i)
})

test('the list is filtered by links, searched by a GET form and paged without script (S77 S83 S84)', { tag: '@smoke' }, async ({
  page,
  shop,
}) => {
  const { total } = await shop.visitor.products.list({ query: { type: 'machine', limit: '1' } })
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Available Equipment (${total})`)
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(cards).toHaveCount(Math.min(24, total - 24))

  await page.goto('/products')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Chip Makers/ })
    .click()
  await expect(page).toHaveURL(/category=chip-maker/)
  await page.getByRole('main').getByRole('searchbox').fill('ChipMaster')
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/category=chip-maker/)
  await expect(page).toHaveURL(/search=ChipMaster/)
  for (const card of await cards.all()) await expect(card).toContainText('ChipMaster')
  await page.getByRole('main').getByRole('link', { name: 'Clear All Filters' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Available Equipment (${total})`)
})

test('a product is shown whole, priced in dollars, without script (S103 S111)', { tag: '@smoke' }, async ({ page, shop }) => {
  const product = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  await page.goto('/products/ecomat-1000')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(main.getByText('$12,500.00').first()).toBeVisible()
  await expect(main.getByText('€11,490.00').first()).toBeHidden()
  for (const title of ['Description', 'Specifications', 'Sustainability', 'Supplier Info', 'Safety and maker']) {
    await expect(main.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  for (const { name, value } of product.specificationRows.slice(0, 3)) {
    await expect(main.getByRole('row', { name: new RegExp(name, 'i') })).toContainText(value)
  }
})

test('materials and producers are readable without script (S12 S13)', async ({ page }) => {
  await page.goto('/materials')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await page.goto('/producers')
  await expect(
    page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .or(page.getByRole('main').getByRole('heading', { level: 3 }))
      .first(),
  ).toBeVisible()
})

test('1.7 the head has Sign In, on a phone as well, and pages that need script say so where their form is', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/products', '/about']) {
      await page.goto(path)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' }), `${path} ${width}`).toBeVisible()
    }
  }
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const main = page.getByRole('main')
  for (const path of [
    '/login',
    '/register',
    '/forgot-password',
    '/cart',
    '/checkout',
    '/account',
    '/account/orders',
    '/account/addresses',
  ]) {
    await page.goto(path)
    await expect(main.getByText(/^This (page|form) needs JavaScript/), path).toBeInViewport()
    await expect(main.getByRole('link', { name: 'contact us' }), path).toHaveAttribute('href', '/contact')
    await expect(main.getByRole('button').filter({ visible: true }), path).toHaveCount(0)
    await expect(main.getByText('Loading...').filter({ visible: true }), path).toHaveCount(0)
  }
  await page.goto('/about')
  await expect(main).toContainText('Signing in, the cart, orders and forms need it, and the pages tell you so.')
  await expect(main).not.toContainText('without script')
})

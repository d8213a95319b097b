import type { Page, Route } from '@playwright/test'
import { faults } from '../sound.ts'
import { expect, test, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('article')
const headerLink = (page: Page, name: string) => page.getByRole('banner').getByRole('navigation').getByRole('link', { name, exact: true })

const LISTS = [
  { path: '/products', link: 'Repurposing', call: '**/api/products?*', heading: /^Available Equipment/, noun: 'products' },
  { path: '/materials', link: 'Packaging', call: '**/api/products?*', heading: /^Materials/, noun: 'materials' },
  { path: '/producers', link: 'Producers', call: '**/api/businesses?*', heading: /^Producers/, noun: 'producers' },
]

test('a slow list says that it is loading, in its own place, and then is there (S12 S13 S14 S85 S92 S227)', async ({ page }) => {
  for (const { path, link, call, heading, noun } of LISTS) {
    await visit(page, '/cart')
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const hold = async (route: Route) => {
      await held
      await route.continue()
    }
    await page.route(call, hold)
    await headerLink(page, link).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(main(page).getByText(`Loading ${noun}...`, { exact: true })).toBeVisible()
    if (noun === 'products') expect(await faults(page)).toEqual([])
    const place = await main(page).locator('.product-grid, .producer-grid').boundingBox()
    release()
    await expect(cards(page).first()).toBeVisible()
    await expect(main(page).getByText(`Loading ${noun}...`)).toHaveCount(0)
    const grid = await main(page).locator('.product-grid, .producer-grid').boundingBox()
    expect([grid?.x, grid?.y, grid?.width]).toEqual([place?.x, place?.y, place?.width])
    await page.unroute(call, hold)
  }
})

test('a list that cannot be read says so in its words, and trying again brings it (S86 S93 S100 S292)', async ({ page }) => {
  const texts = {
    '/products': 'Error loading products. Please try again later.',
    '/materials': 'Error loading materials. Please try again later.',
    '/producers': 'Error loading producers. Please try again.',
  }
  const fail = (route: Route) => route.fulfill({ status: 404, body: '' })
  const failHard = (route: Route) => route.fulfill({ status: 500, body: '' })
  for (const { path, link, call } of LISTS) {
    await visit(page, '/cart')
    const refuse = path === '/products' ? failHard : (route: Route) => route.fulfill({ status: 400, body: '' })
    await page.route(call, refuse)
    await headerLink(page, link).click()
    const alert = main(page).getByRole('alert')
    await expect(alert).toContainText(texts[path as keyof typeof texts]) // the paths of LISTS
    await page.unroute(call, refuse)
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()
    await expect(alert).toHaveCount(0)
  }
  await page.route('**/api/products/facets?*', fail)
  await visit(page, '/cart')
  await headerLink(page, 'Repurposing').click()
  await main(page)
    .getByRole('link', { name: /^Chip Makers/ })
    .click()
  await expect(page).toHaveURL(/category=chip-maker/)
  await expect(cards(page).first()).toBeVisible()
  await expect(main(page).getByRole('alert')).toHaveCount(0)
})

test('filters stand in the address as chips and in a badge, and are cleared one by one or all at once (S78-S84 S87 S94 S305)', {
  tag: '@smoke',
}, async ({ page, shop }) => {
  const [maker] = (await shop.visitor.businesses.list({ query: { search: 'North Fold' } })).items
  await visit(page, `/products?category=mat-maker&search=eco&businessId=${maker?.id}`)
  const chips = main(page).getByRole('list', { name: 'Active filters' })
  await expect(chips.getByRole('link')).toHaveText([
    /Producer: North Fold Works/,
    /Category: Mat Makers/,
    /Search: eco/,
    'Clear All Filters',
  ])
  const toggle = main(page).getByRole('button', { name: /^Filters/ })
  await expect(toggle).toHaveAccessibleName('Filters 3 active')
  await expect(main(page).getByPlaceholder('Search equipment...')).toHaveValue('eco')
  await chips.getByRole('link', { name: /Category: Mat Makers/ }).click()
  await expect(page).not.toHaveURL(/category=/)
  await expect(page).toHaveURL(/search=eco&businessId=/)
  await chips.getByRole('link', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(chips).toHaveCount(0)
  await expect(toggle).toHaveAccessibleName('Filters')

  const panel = main(page).getByRole('complementary', { name: 'Filters' })
  await expect(panel).toBeVisible()
  await toggle.click()
  await expect(panel).toBeHidden()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(panel).toBeVisible()

  const categories = main(page).getByRole('navigation', { name: 'Categories' }).getByRole('link')
  const names = (await categories.allTextContents()).map((text) => text.replace(/ \d+$/, ''))
  expect(names).toEqual(['All Equipment', 'Mat Makers', 'Chip Makers', 'Accessories', 'Replacement Parts'])

  const empty = [
    ['/products?category=no-such-category', 'No products found matching your criteria.'],
    ['/materials?category=mat-maker', 'No materials found matching your criteria.'],
    ['/packaging?search=nothing-of-this-name', 'No materials found matching your criteria.'],
  ] as const
  for (const [path, text] of empty) {
    await visit(page, path)
    await expect(main(page).getByText(text, { exact: true })).toBeVisible()
    await main(page).locator('.list-empty').getByRole('link', { name: 'Clear All Filters' }).click()
    await expect(page).toHaveURL(new RegExp(`${path.split('?')[0]}$`))
    await expect(cards(page).first()).toBeVisible()
  }
  await visit(page, '/products?businessId=00000000-0000-4000-8000-000000000000')
  await expect(chips.getByRole('link').first()).toHaveText(/Producer: Unknown producer/)
})

test('materials are those of producers unless asked otherwise; view, order and page stay in the address (S12 S88-S91 S255 S257)', async ({
  page,
  shop,
}) => {
  const totalOf = async (businessType: 'producer' | 'consumer' | 'all') =>
    (await shop.visitor.products.list({ query: { type: 'material', businessType, limit: '1' } })).total
  await visit(page, '/packaging')
  await expect(main(page).getByText(new RegExp(`^${await totalOf('producer')} materials found`))).toBeVisible()
  const panel = main(page).getByRole('complementary', { name: 'Filters' })
  await panel.getByRole('link', { name: 'Consumer', exact: true }).click()
  await expect(page).toHaveURL(/\/packaging\?businessType=consumer$/)
  await expect(main(page).getByText(new RegExp(`^${await totalOf('consumer')} materials? found`))).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^Filters/ })).toHaveAccessibleName('Filters 1 active')
  await panel.getByRole('link', { name: 'All', exact: true }).click()
  await expect(main(page).getByText(new RegExp(`^${await totalOf('all')} materials found`))).toBeVisible()
  await panel.getByRole('link', { name: 'Producer', exact: true }).click()
  await expect(page).toHaveURL(/\/packaging$/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /^https?:\/\/[^/]+\/materials$/)

  await visit(page, '/products')
  await main(page).getByLabel('Sort by').selectOption('Price, low to high')
  await expect(page).toHaveURL(/sort=price/)
  await main(page).getByRole('link', { name: 'List view' }).click()
  await expect(page).toHaveURL(/sort=price&view=list/)
  await main(page).getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/sort=price&view=list&page=2/)
  const { items } = await shop.visitor.products.list({ query: { type: 'machine', sort: 'price', page: '2', limit: '24' } })
  await expect(cards(page).first().getByRole('heading')).toHaveText(items[0]?.name.replaceAll(' ', ' ') ?? '')
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await page.goto('/products?page=99')
  await expect(page).toHaveURL(/page=2$/)
})

test('producers are counted, searched and lead to their products and their own page (S13 S95-S99 S258 S305, D50)', async ({
  page,
  shop,
}) => {
  const { total } = await shop.visitor.businesses.list({ query: { businessType: 'producer', limit: '1' } })
  await visit(page, '/producers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Producers (${total})`)
  await expect(main(page).getByText(`${total} of ${total} producers`, { exact: true })).toBeVisible()
  await expect(main(page).getByText('Kiln Row Ceramics')).toHaveCount(0)
  const search = main(page).getByRole('searchbox', { name: 'Search producers' })
  await search.fill('duluth')
  await expect(main(page).getByText(`1 of ${total} producers`, { exact: true })).toBeVisible()
  await search.fill('nobody of this name')
  await expect(main(page).getByText('No Matching Producers Found', { exact: true })).toBeVisible()
  await main(page).getByRole('link', { name: 'Clear the search' }).first().click()
  await expect(page).toHaveURL(/\/producers$/)
  await expect(search).toHaveValue('')

  const card = cards(page).filter({ hasText: 'North Fold Works' })
  const [maker] = (await shop.visitor.businesses.list({ query: { search: 'North Fold' } })).items
  await expect(card.getByRole('link', { name: /^1 material/ })).toHaveAttribute('href', `/materials?businessId=${maker?.id}`)
  await expect(card.getByRole('link', { name: /^Equipment/ })).toHaveAttribute('href', `/products?businessId=${maker?.id}`)
  await card.getByRole('link', { name: 'North Fold Works', exact: true }).click()
  await expect(page).toHaveURL(/\/producers\/north-fold-works$/)
  await expect(page.getByRole('heading', { level: 1, name: 'North Fold Works' })).toBeFocused()
  await expect(main(page).getByRole('link', { name: 'Ask a question' })).toHaveAttribute('href', '/contact')
  await expect(main(page).getByRole('heading', { name: 'Equipment (17)' })).toBeVisible()
  await expect(main(page).getByText(/on time/)).toHaveCount(0)
  await main(page).getByRole('link', { name: 'All equipment of North Fold Works' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Equipment (17)')

  const none = (route: Route) => route.fulfill({ status: 200, headers: { 'x-total-count': '0' }, json: [] })
  await page.route('**/api/businesses?*', none)
  await visit(page, '/cart')
  await headerLink(page, 'Producers').click()
  await expect(main(page).getByText('No Producers Found', { exact: true })).toBeVisible()
  const answer = await page.goto('/producers/nobody-of-this-name')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Producer Not Found')
})

test('a product shows where it stands, its pictures, prices, stock, delivery and what fits it (S15 S101-S113 S227, D54 D55 D60 D62)', {
  tag: '@smoke',
}, async ({ page, shop }) => {
  await visit(page, '/products/ecomat-1000')
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['Home', 'Products', 'EcoMat 1000'])
  await expect(breadcrumb.getByRole('link', { name: 'Products' })).toHaveAttribute('href', '/products')
  await expect(main(page).getByRole('link', { name: 'Quality Guaranteed' })).toHaveAttribute('href', '/faq#warranty')
  await expect(main(page).getByText('Free Shipping', { exact: true }).first()).toBeVisible()
  await expect(main(page).getByText('In stock', { exact: true }).first()).toBeVisible()
  await expect(main(page).getByText('Ships in 15 business days')).toBeVisible()
  await expect(main(page).getByText(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+ to [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+$/)).toBeVisible()
  await expect(main(page).getByRole('table', { name: 'Price by quantity' }).getByRole('row')).toHaveCount(5)

  const { hasImpactModel } = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  await expect(main(page).locator('a[href="/impact-calculator?machine=ecomat-1000"]')).toHaveCount(hasImpactModel ? 1 : 0)

  const pictures = main(page).getByRole('group', { name: 'Pictures' }).getByRole('button')
  await pictures.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(pictures.nth(1)).toBeFocused()
  await expect(pictures.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect(main(page).locator('.gallery-frame img')).toHaveAttribute('src', /mat-stack\.svg/)
  await main(page).getByRole('button', { name: 'Enlarge' }).click()
  await expect(page.getByRole('dialog', { name: 'Picture' }).getByText('Picture 2 of 2.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(main(page).getByRole('button', { name: 'Enlarge' })).toBeFocused()

  const sections = page.getByRole('navigation', { name: 'About this product' })
  for (const name of ['Description', 'Specifications', 'Sustainability', 'Supplier Info']) {
    await sections.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`#${name.split(' ')[0]?.toLowerCase()}$`))
    await expect(main(page).getByRole('heading', { level: 2, name })).toBeInViewport()
  }
  await expect(main(page).getByRole('link', { name: 'About North Fold Works' })).toHaveAttribute('href', '/producers/north-fold-works')
  const fitting = main(page).getByRole('region', { name: /^Parts and accessories for/ })
  for (const card of await fitting.getByRole('article').all()) await expect(card).toContainText('EcoMat')

  await page.goto('/products/curled-chips-box')
  await expect(breadcrumb.getByRole('listitem').nth(1)).toHaveText('Materials')
  await expect(main(page).getByText('Free Shipping from $100')).toBeVisible()
  await expect(main(page).getByText('Quality Guaranteed')).toHaveCount(0)
})

test('an unknown product answers 404, says so and leads home (S114 S293, D63)', async ({ page }) => {
  const answer = await page.goto('/products/nothing-of-this-name')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Not Found')
  await expect(main(page).getByText("The product you're looking for doesn't exist or has been removed.", { exact: true })).toBeVisible()
  await main(page).getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('a product is fetched while the pointer rests on its card, and opened without another call', async ({ page }) => {
  await visit(page, '/products')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/products/slug/')) asked.push(new URL(request.url()).pathname)
  })
  const link = cards(page).first().getByRole('link')
  const fetched = page.waitForResponse('**/api/products/slug/*')
  await link.hover()
  await fetched
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(asked).toHaveLength(1)
})

test('a second filter chosen before the answer to the first keeps both, in the list and in the search (D46)', async ({ page }) => {
  for (const [path, expected] of [
    ['/products', '/products?category=accessories&inStock=true'],
    ['/search?q=mat&kind=equipment', '/search?q=mat&kind=equipment&category=accessories&inStock=true'],
  ] as const) {
    await visit(page, path)
    const held = Promise.withResolvers<undefined>()
    const hold = async (route: Route) => {
      await held.promise
      await route.continue()
    }
    await page.route('**/api/products**', hold)
    await main(page)
      .getByRole('link', { name: /^Accessories/ })
      .click()
    await main(page)
      .getByRole('link', { name: /^In stock/ })
      .click()
    held.resolve(undefined)
    await expect(page).toHaveURL(expected)
    await page.unroute('**/api/products**', hold)
  }
})

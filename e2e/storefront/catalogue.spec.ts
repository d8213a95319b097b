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

test('filters are in the address as chips and in a badge, and are cleared one by one or all at once (S87 S94 S305)', async ({
  page,
  shop,
}) => {
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
  await test.step('S79 the search box has its placeholder', async () => {
    await expect(main(page).getByPlaceholder('Search equipment...')).toHaveValue('eco')
  })
  await test.step('S82 a chip takes its own filter away and leaves the others', async () => {
    await chips.getByRole('link', { name: /Category: Mat Makers/ }).click()
    await expect(page).not.toHaveURL(/category=/)
    await expect(page).toHaveURL(/search=eco&businessId=/)
  })
  await test.step('S83 Clear All Filters takes every filter away', async () => {
    await chips.getByRole('link', { name: 'Clear All Filters' }).click()
    await expect(page).toHaveURL(/\/products$/)
    await expect(chips).toHaveCount(0)
    await expect(toggle).toHaveAccessibleName('Filters')
    await expect(main(page).getByRole('searchbox')).toHaveValue('')
  })

  await test.step('S80 the filter panel closes and opens', async () => {
    const panel = main(page).getByRole('complementary', { name: 'Filters' })
    await expect(panel).toBeInViewport()
    await toggle.click()
    await expect(panel).toBeHidden()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await toggle.click()
    await expect(panel).toBeInViewport()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  })

  await test.step('S81 five category buttons, each with the list of its category', async () => {
    const categories = main(page).getByRole('navigation', { name: 'Categories' }).getByRole('link')
    await expect(categories).toHaveText([
      /^All Equipment \d+$/,
      /^Mat Makers \d+$/,
      /^Chip Makers \d+$/,
      /^Accessories \d+$/,
      /^Replacement Parts \d+$/,
    ])
    for (const button of await categories.all()) await expect(button).toBeInViewport()
    await categories.nth(2).click()
    await expect(page).toHaveURL(/\/products\?category=chip-maker$/)
    await expect(categories.nth(2)).toHaveAttribute('aria-current', 'true')
    await categories.first().click()
    await expect(page).toHaveURL(/\/products$/)
  })

  await test.step('S84 the heading counts the equipment', async () => {
    const { total } = await shop.visitor.products.list({ query: { type: 'machine', limit: '1' } })
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText(`Available Equipment (${total})`)
    await expect(title).toBeInViewport()
  })

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

test('materials are those of producers unless asked otherwise; view, order and page stay in the address (S12 S255 S257)', async ({
  page,
  shop,
}) => {
  const totalOf = async (businessType: 'producer' | 'consumer' | 'all') =>
    (await shop.visitor.products.list({ query: { type: 'material', businessType, limit: '1' } })).total
  await visit(page, '/packaging')
  const panel = main(page).getByRole('complementary', { name: 'Filters' })
  await test.step('S89 a hero, the count of what is found and a search box', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Materials')
    await expect(main(page).getByText(/^Mats, rolls and chips cut from used boxes\./)).toBeInViewport()
    await expect(main(page).getByText(new RegExp(`^${await totalOf('producer')} materials found`))).toBeInViewport()
    await expect(main(page).getByRole('searchbox')).toBeInViewport()
    await expect(main(page).getByRole('searchbox')).toHaveValue('')
  })
  await test.step('S91 the filter panel beside a grid of product cards; nothing found is said in its place', async () => {
    await expect(panel).toBeInViewport()
    await expect(cards(page)).toHaveCount(Math.min(24, await totalOf('producer')))
    await expect(cards(page).first()).toBeInViewport()
    await main(page).getByRole('searchbox').fill('nothing of this name')
    await expect(main(page).getByText('No materials found matching your criteria.', { exact: true })).toBeInViewport()
    await expect(cards(page)).toHaveCount(0)
    await main(page).locator('.list-empty').getByRole('link', { name: 'Clear All Filters' }).click()
    await expect(page).toHaveURL(/\/packaging$/)
    await expect(main(page).getByRole('searchbox')).toHaveValue('')
  })
  await panel.getByRole('link', { name: 'Consumer', exact: true }).click()
  await expect(page).toHaveURL(/\/packaging\?businessType=consumer$/)
  await expect(main(page).getByText(new RegExp(`^${await totalOf('consumer')} materials? found`))).toBeVisible()
  await test.step('S90 the filter toggle has the number of active filters', async () => {
    await expect(main(page).getByRole('button', { name: /^Filters/ })).toHaveAccessibleName('Filters 1 active')
  })
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

test('producers are counted, searched and lead to their products and their own page (S13 S258 S305, D50)', async ({ page, shop }) => {
  const { total } = await shop.visitor.businesses.list({ query: { businessType: 'producer', limit: '1' } })
  await visit(page, '/producers')
  const card = cards(page).filter({ hasText: 'North Fold Works' })
  await test.step('S97 a text with the count, a grid of cards and the total', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Producers (${total})`)
    await expect(main(page).getByText(`${total} of ${total} producers`, { exact: true })).toBeInViewport()
    await expect(cards(page)).toHaveCount(total)
    await expect(cards(page).first()).toBeInViewport()
  })
  await expect(main(page).getByText('Kiln Row Ceramics')).toHaveCount(0)
  const search = main(page).getByRole('searchbox', { name: 'Search producers' })
  await test.step('S96 the search box narrows the list, and is cleared', async () => {
    await search.fill('duluth')
    await expect(main(page).getByText(`1 of ${total} producers`, { exact: true })).toBeInViewport()
    await expect(cards(page)).toHaveCount(1)
    await expect(card).toBeInViewport()
  })
  await test.step('S99 a search that finds nobody says so', async () => {
    await search.fill('nobody of this name')
    await expect(main(page).getByText('No Matching Producers Found', { exact: true })).toBeInViewport()
    await expect(cards(page)).toHaveCount(0)
  })
  await main(page).getByRole('link', { name: 'Clear search' }).first().click()
  await expect(page).toHaveURL(/\/producers$/)
  await expect(search).toHaveValue('')
  await expect(cards(page)).toHaveCount(total)

  const [maker] = (await shop.visitor.businesses.list({ query: { search: 'North Fold' } })).items
  await test.step('S95 a card leads to the materials of its producer', async () => {
    await card.getByRole('link', { name: /^1 material/ }).click()
    await expect(page).toHaveURL(`/materials?businessId=${maker?.id}`)
    await expect(main(page).getByText(/^1 material found/)).toBeInViewport()
    await expect(main(page).getByRole('link', { name: /Producer: North Fold Works/ })).toBeInViewport()
    await expect(cards(page)).toHaveCount(1)
    await page.goBack()
    await expect(page).toHaveURL(/\/producers$/)
  })
  await expect(card.getByRole('link', { name: /^Equipment/ })).toHaveAttribute('href', `/products?businessId=${maker?.id}`)
  await card.getByRole('link', { name: 'North Fold Works', exact: true }).click()
  await expect(page).toHaveURL(/\/producers\/north-fold-works$/)
  await expect(page.getByRole('heading', { level: 1, name: 'North Fold Works' })).toBeFocused()
  await expect(main(page).getByRole('link', { name: 'Ask a question' })).toHaveAttribute('href', '/contact')
  await expect(main(page).getByRole('heading', { name: 'Equipment (17)' })).toBeVisible()
  await expect(main(page).getByText(/on time/)).toHaveCount(0)
  await main(page).getByRole('link', { name: 'All equipment from North Fold Works' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Available Equipment (17)')

  const none = (route: Route) => route.fulfill({ status: 200, headers: { 'x-total-count': '0' }, json: [] })
  await test.step('S98 a shop without producers says so', async () => {
    await page.route('**/api/businesses?*', none)
    await visit(page, '/cart')
    await headerLink(page, 'Producers').click()
    await expect(main(page).getByText('No Producers Found', { exact: true })).toBeInViewport()
  })
  const answer = await page.goto('/producers/nobody-of-this-name')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Producer Not Found')
})

test('a product shows where it stands, its pictures, prices, stock, delivery and what fits it (S15 S227, D54 D55 D60 D62)', {
  tag: '@smoke',
}, async ({ page, shop }) => {
  await visit(page, '/products/ecomat-1000')
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  const product = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  await test.step('S101 the breadcrumb is Home / Products / its name', async () => {
    await expect(breadcrumb.getByRole('listitem')).toHaveText(['Home', 'Products', 'EcoMat 1000'])
    await expect(breadcrumb.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
    await expect(breadcrumb.getByRole('link', { name: 'Products' })).toHaveAttribute('href', '/products')
    for (const place of await breadcrumb.getByRole('listitem').all()) await expect(place).toBeInViewport()
  })
  await test.step('S104 S105 the badges Quality Guaranteed and Free Shipping', async () => {
    await expect(main(page).getByRole('link', { name: 'Quality Guaranteed' })).toHaveAttribute('href', '/faq#warranty')
    await expect(main(page).getByRole('link', { name: 'Quality Guaranteed' })).toBeInViewport()
    await expect(main(page).getByText('Free Shipping', { exact: true }).first()).toBeInViewport()
  })
  await expect(main(page).getByText('Made to order, ships in 15 business days').first()).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'Buy' }).getByText('In stock')).toHaveCount(0)
  await expect(main(page).getByText(/^Arrives .+ in the United States$/)).toBeVisible()
  await expect(main(page).getByRole('table', { name: 'Quantity prices' }).getByRole('row')).toHaveCount(5)

  await expect(main(page).locator('a[href="/impact-calculator?machine=ecomat-1000"]')).toHaveCount(product.hasImpactModel ? 1 : 0)

  const pictures = main(page).getByRole('group', { name: 'Pictures' }).getByRole('button')
  await test.step('S102 the gallery has one picture large and all as thumbnails', async () => {
    await expect(pictures).toHaveCount(product.pictures.length)
    await expect(main(page).locator('.gallery-frame img')).toHaveAttribute('src', product.pictures[0]?.url ?? '')
    await pictures.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(pictures.nth(1)).toBeFocused()
    await expect(pictures.nth(1)).toHaveAttribute('aria-pressed', 'true')
    await expect(main(page).locator('.gallery-frame img')).toHaveAttribute('src', product.pictures[1]?.url ?? '')
  })
  await main(page).getByRole('button', { name: 'Enlarge' }).click()
  await expect(page.getByRole('dialog', { name: 'Picture' }).getByText(`Picture 2 of ${product.pictures.length}.`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(main(page).getByRole('button', { name: 'Enlarge' })).toBeFocused()

  const fitting = main(page).getByRole('region', { name: 'Parts and accessories (9)' })
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
    const available = main(page).getByRole('link', { name: /^Available to order/ })
    // a busy browser shows the choice before the answer, but not at once
    await expect(available).toHaveAttribute('href', /category=accessories/)
    await available.click()
    held.resolve(undefined)
    await expect(page).toHaveURL(expected)
    await page.unroute('**/api/products**', hold)
  }
})

test('an empty shop says that it is new where nothing was searched for', async ({ page }) => {
  await page.route(/\/api\/products\?/, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }))
  await page.route(/\/api\/categories/, async (route) => {
    const response = await route.fetch()
    const categories = (await response.json()) as object[]
    await route.fulfill({ response, json: categories.map((category) => ({ ...category, count: 0 })) })
  })
  await visit(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Repurposing' }).first().click()
  await expect(main(page).getByText('This shop is new.')).toBeVisible()
  await expect(main(page).getByText('matching your criteria')).toHaveCount(0)
  await visit(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Packaging' }).first().click()
  await expect(main(page).getByText('This shop is new.')).toBeVisible()
  await main(page).getByRole('searchbox').fill('roll')
  await expect(main(page).getByText('No materials found matching your criteria.')).toBeVisible()
})

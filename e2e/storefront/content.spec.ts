import type { Page } from '@playwright/test'
import { shownRows } from '../../app/features/catalog/products/facts.ts'
import { browserOf, expect, type Shop, seconds, test, visit } from '../story.ts'

const main = (page: Page) => page.getByRole('main')
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })

/** Structured data of a page: the node of this type. */
async function structured(page: Page, type: string): Promise<Record<string, unknown>> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const nodes = texts.flatMap((text) => (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph'])
  const found = nodes.find((node) => node['@type'] === type)
  if (!found) throw new Error(`no ${type}`)
  return found
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('S11 S67 S76 the home page leads to products and stories, names four benefits and marks what is illustrative', {
    tag: '@smoke',
  }, async ({ page, shop }) => {
    await page.goto('/')
    for (const [name, href] of [
      ['Shop machines', '/products'],
      ['Buy packaging', '/materials'],
      ['Read success stories', '/case-studies'],
      ['View all packaging materials', '/materials'],
      ['Calculate your own impact', '/impact-calculator'],
      ['Contact us', '/contact'],
      ['How we count', '/claims'],
    ] as const) {
      await expect(link(page, name)).toHaveAttribute('href', href)
    }
    await expect(main(page).getByRole('link', { name: 'View equipment' }).last()).toHaveAttribute('href', '/products')
    const reasons = main(page).getByRole('region', { name: 'Why pack with used cardboard' })
    /** The benefit with this heading is in sight and says this. */
    const benefit = async (name: string, text: string) => {
      const item = reasons.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
      await item.scrollIntoViewIfNeeded()
      await expect(item.getByRole('heading')).toBeInViewport()
      await expect(item.getByRole('paragraph')).toContainText(text)
    }
    await test.step('S68 the benefit for the environment', () => benefit('Eco-friendly', 'Nothing new has to be made'))
    await test.step('S69 the benefit in cost: 60-85% savings', () => benefit('Cost effective', '60-85% savings* (illustrative figure)'))
    await test.step('S70 the benefit of protection to measure', () => benefit('Custom protection', 'Mats cut to the length of the parcel'))
    await test.step('S71 the benefit of a return within 6-12 months', () =>
      benefit('Quick return on investment', '6-12 months* (illustrative figure)'))
    await test.step('S73 what a ton spares: trees, carbon and water, with the way to the calculator', async () => {
      const impact = reasons.getByRole('region', { name: 'What it saves' })
      await expect(impact.getByRole('term')).toHaveText(
        ['17 trees', '70% carbon reduction', '7K gallons of water'].map((words) => `${words}* (illustrative figure)`),
      )
      await expect(impact.getByText('per ton of cardboard kept in use')).toHaveCount(3)
      await impact.scrollIntoViewIfNeeded()
      await expect(impact.getByRole('term').first()).toBeInViewport()
      await expect(impact.getByRole('link', { name: 'Calculate your own impact' })).toHaveAttribute('href', '/impact-calculator')
      await expect(impact.getByRole('link', { name: 'Calculate your own impact' })).toBeInViewport()
    })
    await test.step('S72 the featured products', async () => {
      const featured = main(page).getByRole('region', { name: 'Featured products' }).getByRole('article')
      const { items } = await shop.visitor.products.featured()
      await expect(featured).toHaveCount(items.length)
      expect(items.length).toBeLessThanOrEqual(8)
    })
  })

  test('S22 S146 S147 the glossary has 30 terms in 17 categories, found by links and by a GET form', async ({ page }) => {
    await page.goto('/glossary')
    const terms = main(page).getByRole('article')
    await expect(terms).toHaveCount(30)
    const categories = main(page).getByRole('navigation', { name: 'Categories of terms' }).getByRole('link')
    await expect(categories).toHaveCount(18)
    await expect(categories.first()).toHaveText('All 30')
    await categories.filter({ hasText: 'Board structure' }).click()
    await expect(page).toHaveURL('/glossary?category=board-structure')
    await expect(terms).toHaveCount(3)
    await test.step('S148 the search narrows the terms, within the category too', async () => {
      await main(page).getByRole('searchbox').fill('kraft')
      await main(page).getByRole('searchbox').press('Enter')
      await expect(page).toHaveURL(/category=board-structure&search=kraft/)
      await expect(terms).toHaveCount(1)
      await expect(terms).toContainText('Kraft liner')
      await expect(terms).toBeInViewport()
      await expect(main(page).getByRole('searchbox')).toHaveValue('kraft')
    })
    await test.step('S149 S305 nothing found is said, with a link to all terms', async () => {
      await page.goto('/glossary?search=spaceship')
      await expect(main(page).getByText('No terms found', { exact: true })).toBeInViewport()
      await expect(terms).toHaveCount(0)
      await link(page, 'Show all terms').click()
      await expect(terms).toHaveCount(30)
    })
    expect((await structured(page, 'DefinedTermSet')).hasDefinedTerm).toHaveLength(30)
  })

  test('S23 S150 the guide filters the live catalog by what one answers', async ({ page, shop }) => {
    await page.goto('/buyers-guide')
    await main(page).getByLabel('What do you make?').selectOption('mat')
    await main(page).getByLabel('Boxes or parcels a day').fill('60')
    await main(page).getByLabel('Available power').selectOption('single')
    await main(page).getByRole('button', { name: 'Show machines' }).click()
    await expect(page).toHaveURL(/make=mat/)
    const fitting = main(page).getByRole('list', { name: 'Machines that fit' })
    await expect(fitting.getByRole('link', { name: 'EcoMat 1000' })).toHaveAttribute('href', '/products/ecomat-1000')
    await expect(fitting).toContainText('60 a day take 2 h at 30 units/h')
    await expect(fitting).not.toContainText('EcoMat Pro 2000')
    await expect(main(page).getByRole('list', { name: 'Machines that come close' })).toContainText('Needs three-phase power')
    const slug = `story-mat-maker-${Date.now()}`
    await shop.importSheet([
      'slug,name,description,type,category,business,priceUSD,priceEUR,stock,spec: Throughput,spec: Supply',
      `${slug},Story Matter,A machine of a story,machine,mat-maker,North Fold Works,999,899,1,40 units/h,"230 V, 50/60 Hz, single phase"`,
    ])
    await page.reload()
    await expect(fitting).toContainText('Story Matter')
    await main(page).getByLabel('Budget').fill('1')
    await main(page).getByRole('button', { name: 'Show machines' }).click()
    await expect(main(page).getByText('No machine meets all your requirements.')).toBeVisible()
  })

  test('S21 S144 S145 the resource center leads to every resource, and to papers for members only', async ({ page }) => {
    await page.goto('/resources')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resource Center')
    for (const path of ['/blog', '/faq', '/impact-calculator', '/contact', '/case-studies', '/glossary', '/buyers-guide']) {
      await expect(main(page).locator(`a[href="${path}"]`)).toHaveCount(1)
    }
    await expect(main(page).getByText('Members Only')).toBeVisible()
    await expect(link(page, 'Technical Documentation')).toHaveAttribute('href', '/resources/technical-documentation')
  })

  test('S314-S316 S331 the four policies have a version and a date, and the rates are those of the shop', async ({ page, shop }) => {
    for (const [path, title] of [
      ['/privacy-policy', 'Privacy policy'],
      ['/terms', 'Terms'],
      ['/shipping', 'Shipping'],
      ['/refund-policy', 'Refund policy'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(main(page).getByText(/^Version \d+\.\d+, in force since \w+ \d+, \d{4}$/)).toBeVisible()
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`))
    }
    const windows = main(page).getByRole('table', { name: 'Return windows' })
    await expect(windows.getByRole('row', { name: /^Machines/ })).toContainText('30 days')
    await expect(windows.getByRole('row', { name: /^Accessories/ })).toContainText('14 days')
    await page.goto('/shipping')
    const { shippingMethods } = await shop.visitor.shop.facts()
    const rates = main(page).getByRole('table', { name: 'Shipping rates' })
    for (const { label, days, price } of shippingMethods) {
      const row = rates.getByRole('row', { name: new RegExp(`^${label}`) })
      await expect(row).toContainText(days)
      await expect(row).toContainText(`$${price.USD.toFixed(2)}`)
      await expect(row).toContainText(`€${price.EUR.toFixed(2)}`)
    }
    await expect(rates).toContainText('$9.99')
    await expect(rates).toContainText('$100 or €100')
  })

  test('S9 S10 S25 S152 no page states a figure of the register outside of it, and About shows its four', async ({ page }) => {
    const figures = /60-85\s?%|6-12 months|17 trees|70% carbon|7K gallons|\b50\+|\b500\+|\b25\+|45% efficiency/i
    for (const path of [
      '/',
      '/about',
      '/resources',
      '/faq',
      '/glossary',
      '/buyers-guide',
      '/claims',
      '/terms',
      '/refund-policy',
      '/products',
      '/materials',
    ]) {
      await page.goto(path)
      const rest = await main(page).evaluate((element) => {
        const copy = element.cloneNode(true) as HTMLElement // a clone of an element is one
        for (const claim of copy.querySelectorAll('[data-claim]')) claim.remove()
        return copy.textContent ?? ''
      })
      expect(rest.length, path).toBeGreaterThan(200)
      expect(rest, path).not.toMatch(figures)
    }
    await page.goto('/about')
    for (const words of ['25+ years', '500+ customers', '50+ Companies Served', '50+ articles']) {
      await expect(main(page).locator('[data-claim]').filter({ hasText: words })).toHaveCount(1)
    }
    await expect(main(page).getByText('* Illustrative figure.')).toBeVisible()
    await link(page, 'How we count').first().click()
    await expect(page).toHaveURL('/claims')
    await expect(main(page).getByRole('row', { name: /^ROI in 6-12 Months/ })).toContainText('Illustrative figure')
  })
})

test('S24 S151 S228 S330 S332 of fifteen questions one is open at a time, a click closes it, and a link opens its answer', async ({
  page,
}) => {
  await visit(page, '/faq')
  const questions = main(page).locator('summary')
  await expect(questions).toHaveCount(15)
  const open = main(page).locator('details[open]')
  await expect(open).toHaveCount(0)
  await questions.filter({ hasText: 'What warranty do machines have?' }).click()
  await expect(open).toContainText('a warranty of 2 years')
  await questions.filter({ hasText: 'Are there volume discounts?' }).click()
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('5%, 10% and 15% off from 3, 5 and 10 machines')
  await questions.filter({ hasText: 'Are there volume discounts?' }).click()
  await expect(open).toHaveCount(0)
  await questions.filter({ hasText: 'How can I pay?' }).focus()
  await page.keyboard.press('Enter')
  await expect(open).toContainText('Pay Later')

  await visit(page, '/faq#returns')
  await expect(open).toContainText('30 days for machines, 14 days for accessories')
  await expect(open).toBeInViewport()
  await open.getByRole('link', { name: 'Link to this answer' }).click()
  await expect(page).toHaveURL('/faq#returns')

  await main(page).getByRole('searchbox').fill('vat')
  await expect(page).toHaveURL(/search=vat/)
  await expect(questions).toHaveText(['Are taxes included in the prices?', 'Do you deliver to the European Union, and what about VAT?'])
  await main(page).getByRole('searchbox').fill('unicorn')
  await expect(main(page).getByText('No questions found')).toBeVisible()
  await link(page, 'Show all questions').click()
  await expect(questions).toHaveCount(15)
  expect((await structured(page, 'FAQPage')).mainEntity).toHaveLength(15)
})

test('the glossary is searched while one types, and a related term is found even where a filter hides it', async ({ page }) => {
  await visit(page, '/glossary?category=law')
  await expect(main(page).getByRole('article')).toHaveCount(2)
  await main(page).getByRole('article', { name: 'PPWR' }).getByRole('link', { name: 'Void fill' }).click()
  await expect(page).toHaveURL('/glossary#void-fill')
  await expect(main(page).getByRole('article', { name: 'Void fill' })).toBeInViewport()
  await main(page).getByRole('searchbox').pressSequentially('mullen')
  await expect(main(page).getByRole('article')).toHaveCount(1)
  await expect(main(page).getByRole('status')).toHaveText('1 term')
})

/** The papers of the technical documentation, as somebody signed in sees them. */
async function readSheet(page: Page, shop: Shop): Promise<void> {
  const product = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  await link(page, 'EcoMat 1000').click()
  await expect(page).toHaveURL('/resources/technical-documentation/ecomat-1000')
  const sheet = main(page).getByRole('article', { name: 'EcoMat 1000' })
  await expect(sheet.getByRole('row', { name: 'Net weight 78 kg', exact: true })).toBeVisible()
  for (const { name, value } of shownRows(product))
    await expect(sheet.getByRole('row', { name: `${name} ${value}`, exact: true })).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Print' })).toBeVisible()
}

test('S145 technical documentation asks visitors to sign in and brings them back to the papers', async ({ page, browser, shop }) => {
  await visit(page, '/resources/technical-documentation')
  await expect(main(page).getByRole('heading', { name: 'Members Only' })).toBeVisible()
  await expect(link(page, 'EcoMat 1000')).toHaveCount(0)
  await expect(link(page, 'Sign In')).toHaveAttribute('href', '/login?from=%2Fresources%2Ftechnical-documentation')
  const context = await browserOf(browser, shop, await shop.customer())
  const own = await context.newPage()
  await visit(own, '/resources/technical-documentation')
  await readSheet(own, shop)
  await visit(own, '/resources/technical-documentation/no-such-machine')
  await expect(main(own).getByRole('alert')).toHaveText('No machine for sale has this name.')
  await context.close()
})

test('S72 a home page whose products do not come says so and tries again, and a slow page shows that it is on its way', async ({
  page,
}) => {
  await visit(page, '/about')
  await page.route('**/api/products/featured*', (route) => route.fulfill({ status: 503, json: { status: 503, detail: 'down' } }))
  await page
    .getByRole('link', { name: /Reflute/ })
    .first()
    .click()
  const failed = page.getByRole('region', { name: 'Featured products' })
  await expect(failed.getByRole('alert')).toContainText('Error loading products. Please try again later.', { timeout: seconds(15) })
  await page.unroute('**/api/products/featured*')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed.getByRole('link', { name: /EcoMat 1000/ })).toBeVisible()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/case-studies', async (route) => {
    await asked
    await route.continue()
  })
  await main(page).getByRole('link', { name: 'Read success stories' }).click()
  const bar = () => page.evaluate(() => getComputedStyle(document.querySelector('main') as Element, '::before').opacity)
  await expect.poll(bar).toBe('1')
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Success Stories' })).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('main') as Element, '::before').content)).toBe('none')
})

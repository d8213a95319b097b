import type { Page } from '@playwright/test'
import { browserOf, expect, newEmail, test, visit } from '../story.ts'

const NEWEST = { slug: 'ppwr-and-void-fill', title: 'PPWR and void fill: what the EU asks of a parcel' }
const EXCERPT_MAX = 160

const mainOf = (page: Page) => page.getByRole('main')
const cardsOf = (page: Page) => page.getByRole('region', { name: /Articles$/ }).getByRole('article')
const heading = (page: Page, name: string) => mainOf(page).getByRole('heading', { name, exact: true })

/** Answers the shop's calls about posts with something else from now on, until the answer of this function is called. */
async function answer(page: Page, status: number, body: object): Promise<() => Promise<void>> {
  const calls = /\/api\/blog(\/|\?|$)/
  await page.route(calls, (route) => route.fulfill({ status, json: body, headers: { 'x-total-count': '0' } }))
  return () => page.unroute(calls)
}

/** From the home page by its link, so that the browser itself asks. */
const follow = (page: Page) => mainOf(page).getByRole('link', { name: 'All articles' }).click()

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the newest post is on the home page and leads to the blog and itself (S74, S323)', async ({ page }) => {
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Latest from the blog' })
    const excerpt = await section.getByRole('article').locator('p.text-lg').innerText()
    expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_MAX)
    expect(excerpt).toMatch(/\w…$/)
    await expect(section.getByRole('link', { name: 'All articles' })).toHaveAttribute('href', '/blog')
    await section.getByRole('link', { name: NEWEST.title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NEWEST.title)
  })

  test('the blog features its newest post, lists the others, and is narrowed by links and a search (S16, S115, S116, S323)', async ({
    page,
    shop,
  }) => {
    const { items, total } = await shop.visitor.blog.list({ query: { published: 'true' } })
    await page.goto('/blog')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog')
    const featured = page.getByRole('region', { name: 'Featured Article' })
    await expect(featured.getByRole('heading', { level: 3 })).toHaveText(items[0]?.title ?? '')
    expect((await featured.locator('p.text-lg').innerText()).length).toBeLessThanOrEqual(EXCERPT_MAX)
    await expect(heading(page, 'Latest Articles')).toBeVisible()
    await expect(cardsOf(page).getByRole('heading', { level: 3 })).toHaveText(items.slice(1, 10).map(({ title }) => title))
    await expect(page.locator('head link[type="application/rss+xml"]')).toHaveAttribute('href', '/rss.xml')

    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: /^Safety/i })
      .click()
    await expect(page).toHaveURL(/\/blog\?category=safety$/)
    await expect(cardsOf(page)).toHaveCount(items.filter(({ category }) => category === 'safety').length)
    await expect(page.getByRole('region', { name: 'Featured Article' })).toHaveCount(0)
    await page.getByRole('search', { name: 'Search the articles' }).getByRole('searchbox').fill('gasoline')
    await page.getByRole('search', { name: 'Search the articles' }).getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/category=safety&search=gasoline$/)
    await expect(cardsOf(page)).toHaveCount(1)
    await mainOf(page).getByRole('link', { name: 'Remove filter Search: gasoline' }).click()
    await mainOf(page).getByRole('link', { name: 'Remove filter Category: safety' }).click()
    await expect(page).toHaveURL(/\/blog$/)
    await page.goto('/blog?page=99')
    await expect(page).toHaveURL(total > 10 ? /page=/ : /\/blog$/)
    await page.goto('/blog?tag=nothing')
    await expect(mainOf(page).getByText('No articles match these filters.')).toBeVisible()
  })

  test('an article shows everything about itself and leads on (S17, S120, S278)', async ({ page, shop }) => {
    const article = await shop.visitor.blog.bySlug({ params: { slug: 'flute-grades-and-what-they-protect' } })
    await page.goto(`/blog/${article.slug}`)
    const main = mainOf(page)
    await test.step('S121 title, excerpt, the fixed author and the date', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.title)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      await expect(main.getByText(article.excerpt, { exact: true })).toBeInViewport()
      await expect(main.locator('.author')).toHaveText(/^RT\s*Written by Reflute Team$/)
      await expect(main.locator('.author')).toBeInViewport()
      await expect(main.locator('header time')).toHaveText('April 2, 2026')
      await expect(main.locator('header time')).toBeInViewport()
    })
    await test.step('S122 tags, cover picture and content', async () => {
      await expect(main.getByRole('list', { name: 'Tags' }).getByRole('link')).toHaveText(article.tags)
      const cover = main.locator('.article-head-picture img')
      await expect(cover).toHaveAttribute('src', article.coverImage ?? '')
      expect(await cover.evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)).toBe(true)
      await expect(main.getByRole('table').first()).toContainText('BC')
      await main.getByRole('table').first().scrollIntoViewIfNeeded()
      await expect(main.getByRole('table').first()).toBeInViewport()
    })
    await expect(main.getByRole('navigation', { name: 'In this article' }).getByRole('link')).not.toHaveCount(0)
    for (const link of await main.getByRole('navigation', { name: 'In this article' }).getByRole('link').all()) {
      await expect(page.locator((await link.getAttribute('href')) ?? '')).toHaveCount(1)
    }
    const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText())
    expect(JSON.stringify(data)).toContain('"datePublished":"2026-04-02')
    await test.step('S123 links to the blog, home and the equipment', async () => {
      for (const [name, href] of [
        ['Back to Blog', '/blog'],
        ['All articles', '/blog'],
        ['Back to Home', '/'],
        ['View equipment', '/products'],
      ] as const) {
        const link = main.getByRole('link', { name, exact: name !== 'Back to Blog' })
        await expect(link).toHaveAttribute('href', href)
        await link.scrollIntoViewIfNeeded()
        await expect(link).toBeInViewport()
      }
    })
    await main.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'mats' }).click()
    await expect(page).toHaveURL(/\/blog\?tag=mats$/)
    await expect(cardsOf(page).getByRole('link', { name: article.title })).toHaveCount(1)
    await page.goBack()
    await main.locator('header').getByRole('link', { name: 'packing material', exact: true }).click()
    await expect(page).toHaveURL(/\/blog\?category=packing-material$/)
    await page.goBack()
    const nextOne = page.getByRole('navigation', { name: 'More articles' }).getByRole('link', { name: /^Next article/ })
    await expect(nextOne).toContainText(article.next?.title ?? '')
    await nextOne.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.next?.title ?? '')
  })

  test('an unknown article is 404, one that is not published 403 without a word of it (S224, S226, S292)', async ({ page }) => {
    const missing = await page.goto('/blog/no-such-article')
    expect(missing?.status()).toBe(404)
    await expect(heading(page, 'Article Not Found')).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    const draft = await page.goto('/blog/moisture-in-used-board')
    expect(draft?.status()).toBe(403)
    await expect(heading(page, 'Article Not Available')).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    expect(await page.content()).not.toContain('pin meter')
    await expect(page).toHaveTitle('Article Not Available | Reflute')
  })
})

test('staff read a draft at its address, and see that nobody else does', async ({ browser, shop }) => {
  const context = await browserOf(browser, shop, await shop.demo('staff@reflute.test'))
  const page = await context.newPage()
  await page.goto('/blog/moisture-in-used-board')
  await expect(page.getByText('Only staff can see this article: it is a draft.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moisture: the quiet variable in used board')
  await context.close()
})

test('a blog without posts says so, on the home page too (S75, S117, S305)', async ({ page }) => {
  await visit(page, '/')
  await answer(page, 200, [])
  await follow(page)
  await expect(mainOf(page).getByText('No Blog Posts Yet', { exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Reflute' }).click()
  await expect(
    mainOf(page).getByText('No blog posts available yet. Check back soon for insights and case studies!', { exact: true }),
  ).toBeVisible()
})

test('what could not be read is said, and read at the next try (S119, S225, S292)', async ({ page }) => {
  await visit(page, '/')
  const recover = await answer(page, 500, { type: 'about:blank', title: 'x', status: 500, detail: 'x' })
  await follow(page)
  await expect(page.getByRole('alert').getByText('Unable to Load Blog Posts: Please try again later.', { exact: true })).toBeVisible()
  await recover()
  await mainOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(cardsOf(page)).not.toHaveCount(0)

  const again = await answer(page, 500, { type: 'about:blank', title: 'x', status: 500, detail: 'x' })
  await mainOf(page).getByRole('link', { name: NEWEST.title }).first().click()
  await expect(heading(page, 'Unable to Load Article')).toBeVisible()
  await again()
  await mainOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NEWEST.title)
})

test('readers subscribe to the newsletter below the blog and its articles (S118)', async ({ page }) => {
  for (const path of ['/blog', `/blog/${NEWEST.slug}`]) {
    await visit(page, path)
    const box = mainOf(page).getByRole('region', { name: 'Newsletter' })
    await box.getByLabel('Email Address').fill(newEmail())
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await expect(box.getByRole('status')).toContainText('Almost done')
  }
})

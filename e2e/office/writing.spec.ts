import type { Page } from '@playwright/test'
import { faults, listen } from '../sound.ts'
import { browserOf, expect, narrow, type Shop, test, toastOf, visit } from '../story.ts'

const LONG = 'A blade that is dull tears the board instead of cutting it, and the dust that you find below the machine shows it.'
const CUT = 'A blade that is dull tears the board instead of cutting it, and the dust that you find below the…'

async function staffPage(browser: Parameters<typeof browserOf>[0], shop: Shop) {
  const staff = await shop.demo('staff@reflute.test')
  const context = await browserOf(browser, shop, staff)
  return { staff, context, page: await context.newPage() }
}

async function fillPost(page: Page, form: { title: string; excerpt: string; category: string; content: string }) {
  await page.getByLabel('Title', { exact: true }).fill(form.title)
  await page.getByLabel('Excerpt').fill(form.excerpt)
  await page.getByLabel('Content', { exact: true }).fill(form.content)
  await page.getByLabel('Category').fill(form.category)
}

const statusOf = async (shop: Shop, slug: string) => (await fetch(`${shop.origin}/blog/${slug}`)).status

test('B14 B65 B66 B67 B68 B69 B218 B283 B339 staff write a post with tools and preview, publish it from the list, readers have it at once, and it is deleted after a question', async ({
  browser,
  shop,
}) => {
  const { context, page } = await staffPage(browser, shop)
  const heard = listen(page)
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !pathname.endsWith('/preview'))
      sent.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/, '{id}')}`)
  })
  const title = `Dull blades ${Date.now()}`
  const slug = title.toLowerCase().replaceAll(' ', '-')
  await visit(page, '/admin/blog')
  await expect(page.getByRole('row', { name: /PPWR/ })).toContainText(
    'The European packaging regulation counts fill as empty space and will cap it at half the box. What…',
  )
  await page.getByRole('link', { name: 'New post' }).click()
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(page.getByText('Please fill in this field')).toHaveCount(4)
  await fillPost(page, { title, excerpt: LONG, category: 'machines', content: 'See the blades' })
  await page.getByLabel('Content', { exact: true }).selectText()
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(page.getByLabel('Content', { exact: true })).toHaveValue('**See the blades**')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('See the blades')
  await page.getByLabel('Tags').fill(' blades, , dust,')
  await page.getByLabel('Cover image URL').fill('cover.jpg')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.getByText('Please enter a picture address that begins with https://')).toBeVisible()
  await page.getByLabel('Cover image URL').fill('/drawings/scenes/chip-box.svg')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(toastOf(page, 'Blog post created successfully')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Blog', exact: true })).toBeVisible()
  await narrow(page, 'Status', 'Draft')
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText(CUT)
  await expect(page.getByRole('row', { name: /PPWR/ })).toHaveCount(0)
  expect(await statusOf(shop, slug)).toBe(403)
  await row.getByRole('button', { name: 'Publish' }).click()
  await expect(toastOf(page, 'Blog post published successfully')).toBeVisible()
  expect(await statusOf(shop, slug)).toBe(200)
  await expect(row).toHaveCount(0)
  await page.getByLabel('Search posts').fill('no such post')
  await expect(page.getByText('No posts found matching your criteria.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear All Filters' }).click()

  await row.getByRole('link', { name: title, exact: true }).click()
  await page.getByLabel('Address').fill('blades-that-are-dull')
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(toastOf(page, 'Blog post updated successfully')).toBeVisible()
  await page.goto(`/blog/${slug}`)
  await expect(page).toHaveURL(/\/blog\/blades-that-are-dull$/)
  await visit(page, '/admin/blog')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete this post? This action cannot be undone.')
  expect(await faults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Blog post deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await statusOf(shop, slug)).toBe(404)
  expect(sent).toEqual([
    'POST /api/admin/blog',
    'POST /api/admin/blog/{id}/publish',
    'PUT /api/admin/blog/{id}',
    'DELETE /api/admin/blog/{id}',
  ])
  expect(heard).toEqual([])
  await context.close()
})

test('B60 B64 B284 B285 B298 B299 B300 B301 B302 B303 the tab has list, new and edit; each refusal says its status, and the server’s reason below', async ({
  browser,
  shop,
}) => {
  const { staff, context, page } = await staffPage(browser, shop)
  const title = `Tab story ${Date.now()}`
  await visit(page, '/admin/content')
  await page.getByRole('link', { name: 'Blog & Content' }).click()
  await page.getByRole('link', { name: 'New post' }).click()
  await expect(page.getByRole('heading', { name: 'New post' })).toBeVisible()
  await fillPost(page, { title, excerpt: 'Short.', category: 'stories', content: 'Words.' })
  await page.getByLabel('Address').fill('payback-step-by-step')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(toastOf(page, 'Failed to create post: HTTP error! status: 409')).toBeVisible()
  await expect(toastOf(page, 'Another article already has this URL.')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await page.getByLabel('Address').fill('')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(toastOf(page, 'Blog post created successfully')).toBeVisible()

  const { items } = await staff.api.blogPosts.list({ query: { search: title } })
  const params = { id: items[0]?.id ?? '' }
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('main').getByText('Edit post', { exact: true })).toBeVisible()
  await page.getByLabel('Excerpt').fill('My excerpt')
  await staff.api.blogPosts.update({ params, body: { excerpt: 'Their excerpt' } })
  await page.getByRole('button', { name: 'Update Post' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'changed this' })
  await expect(notice.locator('ins')).toHaveText('Their excerpt')
  expect(await faults(page)).toEqual([])
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toastOf(page, 'Blog post updated successfully')).toBeVisible()
  expect((await staff.api.blogPosts.byId({ params })).excerpt).toBe('My excerpt')

  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await staff.api.blogPosts.remove({ params })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Failed to delete post: HTTP error! status: 404')).toBeVisible()
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)
  await staff.api.blogPosts.restore({ params })
  await page.reload()
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page, 'Blog post deleted successfully')).toBeVisible()
  await context.close()
})

test('words that were not saved survive a crash, and nobody leaves them by accident', async ({ browser, shop }) => {
  const { context, page } = await staffPage(browser, shop)
  await visit(page, '/admin/blog/new')
  await page.getByLabel('Title', { exact: true }).fill('Half a thought')
  await page.getByRole('link', { name: 'All posts' }).click()
  await expect(page.getByRole('dialog')).toContainText("Your changes haven't been saved.")
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await page.waitForFunction(() => Object.values(localStorage).some((kept: unknown) => String(kept).includes('Half a thought')))
  await page.close()
  const again = await context.newPage()
  await visit(again, '/admin/blog/new')
  await expect(again.getByText("It's stored in this browser.")).toBeVisible()
  await again.getByRole('button', { name: 'Restore draft' }).click()
  await expect(again.getByLabel('Title', { exact: true })).toHaveValue('Half a thought')
  await fillPost(again, { title: 'A whole thought', excerpt: 'E', category: 'stories', content: 'C' })
  await again.keyboard.press('Control+s')
  await expect(toastOf(again, 'Blog post created successfully')).toBeVisible()
  await expect(again.getByRole('main').getByText('Edit post', { exact: true })).toBeVisible()
  await again.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(toastOf(again, 'Blog post published successfully')).toBeVisible()
  expect(await statusOf(shop, 'a-whole-thought')).toBe(200)
  await again.getByRole('button', { name: 'Delete' }).click()
  await again.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(again).toHaveURL(/\/admin\/blog$/)
  await again.getByRole('link', { name: 'New post' }).click()
  await expect(again.getByLabel('Title', { exact: true })).toHaveValue('')
  await expect(again.getByText("It's stored in this browser.")).toHaveCount(0)
  await visit(again, '/admin/blog?status=Deleted&search=whole+thought')
  await again.getByRole('checkbox', { name: 'Select A whole thought' }).check()
  await again.getByRole('button', { name: 'Restore 1 post' }).click()
  await expect(toastOf(again, '1 post restored')).toBeVisible()
  expect(await statusOf(shop, 'a-whole-thought')).toBe(200)
  await context.close()
})

test('F7.3.6 F7.3.7 F7.3.16 staff answer a message on its page, which is named after it: the reply joins the thread and is emailed', {
  tag: '@smoke',
}, async ({ browser, shop }) => {
  const { context, page, staff } = await staffPage(browser, shop)
  const { reference } = await shop.visitor.messages.contact({
    body: { name: 'Wanda Writer', email: 'wanda@story.test', message: 'Which blade?' },
  })
  const [message] = (await staff.api.inbox.list({ query: { search: reference } })).items
  await visit(page, `/admin/messages?search=${reference}&status=open`)
  await page.getByRole('link', { name: 'Wanda Writer' }).click()
  await expect(page).toHaveURL(new RegExp(`${message?.id}$`))
  await page.getByRole('main').getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL(new RegExp(`search=${reference}.*status=open`))
  await page.getByRole('link', { name: 'Wanda Writer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Message from Wanda Writer' })).toBeVisible()
  await expect(page).toHaveTitle('Message from Wanda Writer | Messages')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Please enter your reply')).toBeInViewport()
  await page.getByLabel('Your reply').fill('Blade 15 fits.\nIt is in stock.')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(toastOf(page, 'Your reply is on its way to wanda@story.test')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('')
  const reply = page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  await expect(reply).toContainText('Reply from Stan Staff')
  await expect(reply).toContainText('Blade 15 fits.')
  await expect(page.getByText(/^Answered on .* by Stan Staff\.$/)).toBeVisible()
  await reply.getByRole('link', { name: 'Email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Re: Your message (${reference})` })).toBeInViewport()
  await context.close()
})

test('staff find a message, note and mark it; end and erase a newsletter reader; and give a claim its source', async ({
  browser,
  shop,
}) => {
  const { context, page } = await staffPage(browser, shop)
  const name = `Writer ${Date.now()}`
  const { reference } = await shop.visitor.messages.contact({ body: { name, email: 'writer@story.test', message: 'Which blade?' } })
  await visit(page, '/admin/messages')
  await page.getByLabel('Search messages').fill(reference)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name }).click()
  await page.getByLabel('Note for the team').fill('Blade 15 fits.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(toastOf(page, 'Note saved')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText(/^Answered on .* by Stan Staff\.$/)).toBeVisible()
  await expect(page.getByLabel('Note for the team')).toHaveValue('Blade 15 fits.')

  const reader = `reader-${Date.now()}@story.test`
  await shop.visitor.newsletter.subscribe({ body: { email: reader } })
  await visit(page, `/admin/newsletter?search=${reader}`)
  await page.getByRole('button', { name: `Unsubscribe ${reader}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(toastOf(page, 'Subscription ended')).toBeVisible()
  await page.getByRole('button', { name: `Erase ${reader}` }).click()
  expect(await faults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByText('No subscribers match your current filters')).toBeVisible()

  await visit(page, '/admin/claims')
  await page.getByRole('link', { name: '17 trees' }).click()
  await page.getByLabel('Source', { exact: false }).first().fill('Life-cycle study 2025')
  await expect(page.getByText('(illustrative figure)')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update Claim' }).click()
  await expect(toastOf(page, 'Claim updated successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: /17 trees/ })).toContainText('Sourced')
  await visit(page, '/claims')
  await expect(page.getByText('Life-cycle study 2025')).toBeVisible()
  await visit(page, '/admin/claims/trees')
  await page.getByLabel('Source', { exact: false }).first().fill('')
  await page.getByRole('button', { name: 'Update Claim' }).click()
  await expect(page.getByRole('row', { name: /17 trees/ })).toContainText('Illustrative figure')
  await context.close()
})

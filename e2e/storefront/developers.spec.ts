import { expectSound } from '../sound.ts'
import { expect, test, toastOf, visit } from '../story.ts'

test('a developer finds the recipes from the foot of every page, changes their language by keyboard, and copies one', async ({
  page,
  context,
  shop,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible()
  await expect(page.getByText('version 2.')).toBeVisible()
  const section = page.getByRole('region', { name: 'Set stock by SKU' })
  const panel = section.getByRole('tabpanel')
  await section.getByRole('tab', { name: 'curl' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(section.getByRole('tab', { name: 'TypeScript' })).toBeFocused()
  await expect(panel).toContainText("shop.POST('/api/products/bulk/stock'")
  await expect(page.getByRole('region', { name: 'First sync' }).getByRole('tabpanel'), 'all recipes follow').toContainText('shop.GET(')
  await expectSound(page)
  await page.keyboard.press('ArrowRight')
  await expect(section.getByRole('tab', { name: 'curl' })).toBeFocused()
  await page.getByRole('button', { name: 'Copy start.sh' }).click()
  await expect(toastOf(page, 'start.sh was copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`export SHOP=${shop.origin}\n`)
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Verify a webhook' }).click()
  await expect(page.getByRole('heading', { name: 'Verify a webhook' })).toBeInViewport()
  await page.getByRole('link', { name: 'refusals' }).click()
  await expect(page.getByRole('heading', { name: 'Refusals' })).toBeInViewport()
})

import { main } from '../page-regions.ts'
import { faults, listen, overflow } from '../sound.ts'
import { expect, test, toastOf, visit } from '../story.ts'

test('F7.2.8 without a network a click keeps the page and says so; an address that is opened shows the offline page, and the page once it is back', {
  tag: '@smoke',
}, async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  const errors = listen(page)
  await visit(page, '/contact')
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  const message = main(page).getByRole('textbox', { name: 'Message' })
  await message.fill('Half a sentence')
  expect(errors).toEqual([])

  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Producers' }).click()
  await expect(toastOf(page, "You're offline. This page stays open: try again once you're connected.")).toBeInViewport()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(message).toHaveValue('Half a sentence')

  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeInViewport()
  await expect(page.getByRole('banner')).toHaveText('Reflute')
  expect(await faults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faults(page, 'colors')).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText("You're offline")
  await expect(page.getByRole('banner')).toBeInViewport()
  await context.close()
})

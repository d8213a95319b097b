import { expect, test } from '../story.ts'

test('the reference shows every call and every refusal within its own content policy', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto('/api/docs')
  await page.locator('#operations-tag-orders').click()
  const call = page.locator('.opblock', { hasText: '/api/admin/orders/{id}/status' })
  await call.locator('.opblock-summary-control').click()
  await expect(call.getByText('Request body', { exact: true })).toBeVisible()
  await page.goto('about:blank')
  await page.goto('/api/docs#unauthenticated')
  await expect(page.getByText('productEdits')).toBeAttached()
  await expect(page.getByRole('cell', { name: 'unauthenticated', exact: true })).toBeInViewport()
  expect(complaints).toEqual([])
})

test('F7.1.4 an unknown address of the API is unknown with every method', { tag: '@smoke' }, async ({ request }) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    expect((await request.fetch('/api/nothing', { method })).status(), method).toBe(404)
  }
  expect((await request.post('/products')).status()).toBe(405)
})

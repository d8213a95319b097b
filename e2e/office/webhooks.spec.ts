import { Webhook } from 'standardwebhooks'
import { openReceiver, type WebhookReceiver } from '#server/testing/webhook-receiver.ts'
import { dialog } from '../office-parts.ts'
import { expectSound } from '../sound.ts'
import { browserOf, expect, field, seconds, test, toastOf, visit } from '../story.ts'

let receiver: WebhookReceiver
test.beforeAll(async () => {
  receiver = await openReceiver()
})
test.afterAll(() => receiver.close())

test('an owner adds a webhook, saves its secret, sends a test that verifies, reads the log and rotates the secret', async ({
  browser,
  shop,
}) => {
  const owner = await shop.demo('seller@reflute.test')
  const context = await browserOf(browser, shop, owner)
  const page = await context.newPage()
  await visit(page, '/business/webhooks')
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Read how to verify a webhook' })).toHaveAttribute('href', '/developers#verify-webhook')

  await page.getByRole('button', { name: 'Add webhook' }).click()
  await field(page, 'url').fill('http://example.com/hook')
  await dialog(page).getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog(page).getByText('Please choose an event.')).toBeVisible()
  await dialog(page).getByLabel('order.placed').check()
  await dialog(page).getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog(page).getByText('The address must begin with https://.').first()).toBeVisible()
  await expect(field(page, 'url'), 'what was typed stays').toHaveValue('http://example.com/hook')
  await field(page, 'url').fill(receiver.url)
  await expectSound(page)
  await dialog(page).getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByRole('textbox', { name: 'Secret' })
  const secret = await shown.inputValue()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toContainText("You won't see this secret again.")
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await dialog(page).getByRole('button', { name: "I've saved it" }).click()
  const list = page.getByRole('table', { name: 'Webhooks' })
  await expect(list).toContainText(receiver.url)
  await expect(list).not.toContainText('whsec_')

  await list.getByRole('button', { name: 'Send test' }).click()
  await expect(toastOf(page, 'The test is on its way. The log has the answer.')).toBeVisible()
  await expect.poll(() => receiver.received.length, { timeout: seconds(10) }).toBe(1)
  const [message] = receiver.received
  expect(new Webhook(secret).verify(message?.body ?? '', message?.headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
  })
  await list.getByRole('button', { name: 'View log' }).click()
  const log = page.getByRole('table', { name: 'Messages' })
  await expect(log).toContainText('webhook.test')
  await expect(log, 'as the receiver knows it').toContainText(String(message?.headers['webhook-id']))
  await dialog(page).getByRole('button', { name: 'Refresh log' }).click()
  await expect(log).toContainText('Delivered')
  await expectSound(page)
  await log.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.received.length, { timeout: seconds(10) }).toBe(2)
  await dialog(page).getByRole('button', { name: 'Close log' }).click()

  await list.getByRole('button', { name: 'Rotate secret' }).click()
  await dialog(page).getByRole('button', { name: 'Rotate secret' }).click()
  await expect(shown).toHaveValue(/^whsec_/)
  await expect(shown).not.toHaveValue(secret)
  await dialog(page).getByRole('button', { name: "I've saved it" }).click()
  await expect(list).toContainText('Signed with the former secret, too')
  await expect(list.getByRole('button', { name: 'Rotate secret' })).toBeDisabled()
  await expect(list).toContainText('You can rotate the secret after that.')

  await list.getByRole('button', { name: 'Edit webhook' }).click()
  await dialog(page).getByLabel('Send messages').uncheck()
  await dialog(page).getByRole('button', { name: 'Save webhook' }).click()
  await expect(list).toContainText('Off')
  await list.getByRole('button', { name: 'Delete webhook' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
})

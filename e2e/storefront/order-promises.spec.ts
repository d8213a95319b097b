import { open } from '../buyers.ts'
import { faults } from '../sound.ts'
import { expect, placeOrder, test, visit } from '../story.ts'

test('F7.1.1 the confirmation of a Pay Later order says how to pay, with the account of the demo', { tag: '@smoke' }, async ({
  browser,
  shop,
}) => {
  const { account, context, page } = await open(browser, shop, { 'plain-mat-600x400': 3 })
  const order = await placeOrder(account)
  await visit(page, `/order-confirmation?order=${order.number}`)
  const payment = page.getByRole('region', { name: 'How to pay' })
  await expect(payment).toContainText(/Please pay \$[\d.,]+ by \w+ \d+, \d{4} and give ORD-\w+ as the reference\./)
  await expect(payment.getByText('Account number: 0000000142')).toBeInViewport()
  await expect(page.getByText(/contacted|Ask us how/)).toHaveCount(0)
  expect(await faults(page)).toEqual([])
  await context.close()
})

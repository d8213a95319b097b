import { shop } from './shop.ts'

const { data: orders, error } = await shop.GET('/api/business/orders', {
  params: { query: { updatedSince: '2026-01-01T00:00:00Z' } },
})
if (error) throw new Error(error.detail)
for (const { id, number, status } of orders) {
  const { data: order } = await shop.GET('/api/business/orders/{id}', { params: { path: { id } } })
  console.log(number, status, order?.deliverTo.city)
  for (const { sku, name, quantity } of order?.items ?? []) console.log(`  ${quantity} of ${sku ?? name}`)
}

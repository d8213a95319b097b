import { shop } from './shop.ts'

const countedAt = new Date().toISOString()
const updates = [
  { sku: 'NF-1001', stock: 12, countedAt },
  { sku: 'NF-0000', stock: 3 },
]
const { data, error } = await shop.POST('/api/products/bulk/stock', { body: { updates } })
if (error) throw new Error(error.detail)
for (const { row, result, message } of data.results ?? []) console.log(updates[row]?.sku, result, message)

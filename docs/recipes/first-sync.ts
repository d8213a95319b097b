import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { shop } from './shop.ts'

let query: { cursor: string } | { updatedSince: string } = existsSync('cursor.txt')
  ? { cursor: readFileSync('cursor.txt', 'utf8').trim() }
  : { updatedSince: '1970-01-01T00:00:00Z' }
let hasMore = true
while (hasMore) {
  const { data, error, response } = await shop.GET('/api/business/products', { params: { query } })
  if (error) throw new Error(error.detail)
  for (const { id, status, sku, stock } of data) {
    console.log(status === 'Deleted' ? `delete ${id}` : `store ${id}: ${sku}, ${stock} in stock`)
  }
  query = { cursor: response.headers.get('x-next-cursor') ?? '' }
  writeFileSync('cursor.txt', query.cursor)
  hasMore = response.headers.has('link')
}

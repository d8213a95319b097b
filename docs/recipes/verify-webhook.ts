import { once } from 'node:events'
import { shop } from './shop.ts'

const headers = { authorization: `Bearer ${process.env.SESSION}` }
const url = process.env.RECEIVER ?? 'http://localhost:4436/'
const { data: webhook, error } = await shop.POST('/api/business/webhooks', {
  headers,
  body: { url, events: ['order.placed'] },
})
if (error) throw new Error(error.detail)

const params = { path: { id: webhook.id } }
process.env.SECRET = webhook.secret
try {
  const { receiver } = await import('./receiver.ts')
  const verified = once(receiver, 'verified', { signal: AbortSignal.timeout(15_000) })
  const { error } = await shop.POST('/api/business/webhooks/{id}/test', { headers, params })
  if (error) throw new Error(error.detail)
  await verified.catch(async () => {
    const { data } = await shop.GET('/api/business/webhooks/{id}/deliveries', { headers, params })
    console.log('not verified', data)
  })
  receiver.close()
} finally {
  await shop.DELETE('/api/business/webhooks/{id}', { headers, params })
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { shop } from './shop.ts'

const headers = { authorization: `Bearer ${process.env.SESSION}` }
const url = process.env.RECEIVER ?? 'http://localhost:4436/'
const { data: webhook, error } = await shop.POST('/api/business/webhooks', {
  headers,
  body: { url, events: ['order.placed'] },
})
if (error) throw new Error(error.detail)

const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
createServer(async (request, response) => {
  const body = await buffer(request)
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = request.headers
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const isOurs = String(request.headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const given = Buffer.from(signature.replace('v1,', ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
  console.log(isOurs && isFresh ? 'verified' : 'refused', body.toString())
  response.writeHead(isOurs && isFresh ? 204 : 401).end()
}).listen(process.env.PORT ?? 4436)

await shop.POST('/api/business/webhooks/{id}/test', { headers, params: { path: { id: webhook.id } } })

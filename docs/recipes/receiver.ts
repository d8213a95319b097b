import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const key = Buffer.from((process.env.SECRET ?? '').replace('whsec_', ''), 'base64')
export const receiver = createServer(async (request, response) => {
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
  const verdict = isOurs && isFresh ? 'verified' : 'refused'
  console.log(verdict, body.toString())
  response.writeHead(verdict === 'verified' ? 204 : 401).end()
  receiver.emit(verdict)
})
await once(receiver.listen(process.env.PORT ?? 4436), 'listening')

import { shop } from './shop.ts'

const id = process.env.ORDER ?? ''
const { data: order, error } = await shop.POST('/api/business/orders/{id}/shipments', {
  params: { path: { id }, header: { 'Idempotency-Key': `parcel-1-of-${id}` } },
  body: { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
})
if (error) throw new Error(error.detail)
for (const { number, carrier, trackingNumber } of order.shipments) console.log(number, carrier, trackingNumber)

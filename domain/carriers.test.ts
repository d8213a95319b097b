import { expect, test } from 'vitest'
import { CARRIER_NAMES, trackingPage, trackingProblem } from './carriers.ts'

test.each([
  ['UPS', '1Z999AA10123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  ['ups ground', '1z 999 aa1 01 2345 6784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  ['FedEx', '449044304137821', 'https://www.fedex.com/fedextrack/?trknbr=449044304137821'],
  ['Fed Ex', '9612-0190-4999', 'https://www.fedex.com/fedextrack/?trknbr=961201904999'],
  ['DHL Express', '1234567890', 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=1234567890'],
  ['USPS', '9400111899223197428490', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111899223197428490'],
  ['', '1Z999AA10123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  [null, 'LK123456789US', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=LK123456789US'],
])('a parcel with %s, number %s is followed at %s', (carrier, number, url) => {
  expect(trackingPage(carrier, number)?.url).toBe(url)
})

test.each([
  ['UPS', 'not a number!!', 'UPS has no tracking numbers like this'],
  ['dhl paket', '1Z999AA10123456784', 'DHL has no tracking numbers like this'],
  ['DHL', '00340434161094021501', null],
  ['Our own truck', 'not a number!!', null],
  ['UPS', '', null],
  ['', 'not a number!!', null],
])('a known carrier is asked for its own numbers: %s with %s', (carrier, number, problem) => {
  expect(trackingProblem(carrier, number)).toBe(problem)
})

test.each([
  ['Our own truck', '1Z999AA10123456784'],
  ['UPS', 'ask Joe'],
  ['UPS', '<script>alert(1)</script>'],
  ['upset', '1Z999AA10123456784'],
  ['DHL', null],
  [null, null],
  ['FedEx', '1Z999AA10123456784'],
])('%s with number %s has no page', (carrier, number) => {
  expect(trackingPage(carrier, number)).toBeNull()
})

test('each carrier that is offered by name has a page', () => {
  const samples = ['1Z999AA10123456784', '961201904999', '1234567890', '9400111899223197428490']
  expect(CARRIER_NAMES.map((name, at) => trackingPage(name, samples[at] ?? '')?.carrier)).toEqual(CARRIER_NAMES)
})

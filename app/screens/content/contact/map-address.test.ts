import { expect, test } from 'vitest'
import { frameAddress, mapPage } from './map-address.ts'

const contact = {
  street: '1 Kraft Road',
  city: 'Chicago, IL',
  country: 'United States',
  location: { latitude: 41.8869, longitude: -87.6573 },
}

test('the map has the shop in its middle and a mark on it', () => {
  const url = new URL(frameAddress(contact) ?? '')
  const [west = 0, south = 0, east = 0, north = 0] = (url.searchParams.get('bbox') ?? '').split(',').map(Number)
  expect((west + east) / 2).toBeCloseTo(-87.6573, 4)
  expect((south + north) / 2).toBeCloseTo(41.8869, 4)
  expect(url.searchParams.get('marker')).toBe('41.8869,-87.6573')
  expect(mapPage(contact)).toBe('https://www.openstreetmap.org/?mlat=41.8869&mlon=-87.6573#map=16/41.8869/-87.6573')
})

test('a shop without a place on the map is searched for by its address', () => {
  const unplaced = { ...contact, location: null }
  expect(frameAddress(unplaced)).toBeNull()
  expect(new URL(mapPage(unplaced)).searchParams.get('query')).toBe('1 Kraft Road, Chicago, IL, United States')
})

import type { ShopFacts } from '#contract/content/shop.ts'

type Contact = ShopFacts['contact']

const MAPS = 'https://www.openstreetmap.org'
/** Half the sides of the part that is shown, in degrees. */
const HEIGHT = 0.004
const WIDTH = 0.009
const ZOOM = 16

/** The address of a map with the shop in its middle; null where the shop has no place on one. */
export function frameAddress({ location }: Pick<Contact, 'location'>): string | null {
  if (!location) return null
  const { latitude, longitude } = location
  const box = [longitude - WIDTH, latitude - HEIGHT, longitude + WIDTH, latitude + HEIGHT].map((degrees) => degrees.toFixed(5))
  const query = new URLSearchParams({ bbox: box.join(','), layer: 'mapnik', marker: `${latitude},${longitude}` })
  return `${MAPS}/export/embed.html?${query}`
}

/** The address of the map's own page: the place, or a search for the postal address. */
export function mapPage({ location, street, city, country }: Pick<Contact, 'location' | 'street' | 'city' | 'country'>): string {
  if (!location) return `${MAPS}/search?${new URLSearchParams({ query: `${street}, ${city}, ${country}` })}`
  const { latitude, longitude } = location
  return `${MAPS}/?mlat=${latitude}&mlon=${longitude}#map=${ZOOM}/${latitude}/${longitude}`
}

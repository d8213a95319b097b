import { useState } from 'react'
import type { ShopFacts } from '#contract/content/shop.ts'
import { frameAddress, mapPage } from './map-address.ts'

/** Address of the shop; the map of a third party loads only on request (S158). */
export function OfficeMap({ contact }: { contact: ShopFacts['contact'] }) {
  const [isShown, setShown] = useState(false)
  const address = frameAddress(contact)
  const { street, city, country } = contact
  return (
    <section aria-labelledby="map-title" className="frame mt-8 grid md:grid-cols-[5fr_8fr]">
      <div className="p-6 md:p-8">
        <h2 id="map-title">Where to Find Us</h2>
        <address className="mt-3 not-italic">
          {street}
          <br />
          {city}
          <br />
          {country}
        </address>
        <a href={mapPage(contact)} target="_blank" rel="noopener noreferrer" className="mt-2 inline-flex min-h-11 items-center">
          Open in OpenStreetMap (new tab)
        </a>
      </div>
      {address && (
        <div className="no-print grid min-h-85 fold-t bg-sunken md:border-t-0 md:fold-l">
          {isShown ? (
            <iframe
              className="w-full h-full min-h-85 border-0"
              src={address}
              title={`Map: ${street}, ${city}`}
              // oxlint-disable-next-line react/iframe-missing-sandbox -- the map is of another origin: its scripts reach nothing of ours
              sandbox="allow-scripts allow-same-origin allow-popups"
            />
          ) : (
            <div className="office-map-ask grid gap-3.5 place-content-center justify-items-center p-6 text-center">
              <button type="button" className="button hollow needs-script" onClick={() => setShown(true)}>
                Show map
              </button>
              <p className="needs-script max-w-lead text-sm text-ink-2">
                The map comes from openstreetmap.org. It's loaded only when you show it.
              </p>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

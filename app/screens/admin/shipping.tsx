import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { ZoneList } from '#app/features/pricing/shipping/zone-list.tsx'
import { UseRules } from '#app/features/pricing/tax/use-rules.tsx'
import { api } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { MarketsSection } from './shipping/markets.tsx'
import { zonesQuery } from './shipping/queries.ts'
import { RatesFile } from './shipping/rates-file.tsx'
import { TryRate } from './shipping/try-rate.tsx'

/** Shipping zones of the platform with their rates, as a file too, and a test of them. */
export default function ShippingScreen() {
  const token = useToken((state) => state.token)
  const user = usePageUser()
  const mayEdit = user?.role === 'super_admin'
  return (
    <>
      <h1>Shipping</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Where the shop delivers, and what delivery costs without tax. The most specific zone for an address applies; if two are equally
        specific, the upper one does. A seller's own zones come first for its products.
      </p>
      {!mayEdit && <p className="notice mt-4">You can view the rates. Only super admins can change them.</p>}
      <Load read={zonesQuery(token)} failure="The shipping zones could not be loaded.">
        {({ basis, zones }) => (
          <>
            {basis === 'legacy' && <UseRules mayEdit={mayEdit} />}
            <section aria-labelledby="zones" className="mt-6">
              <h2 id="zones" className="text-xl">
                Zones
              </h2>
              <ZoneList
                zones={zones}
                mayEdit={mayEdit}
                empty="No zones yet. All deliveries are by quote."
                calls={{
                  create: (body) => api.shipping.createZone({ body }),
                  update: (id, body) => api.shipping.updateZone({ params: { id }, body }),
                  move: (id, position) => api.shipping.moveZone({ params: { id }, body: { position } }),
                  remove: (id) => api.shipping.removeZone({ params: { id } }),
                }}
              />
            </section>
            <MarketsSection mayEdit={mayEdit} />
            <RatesFile mayEdit={mayEdit} />
            <TryRate />
          </>
        )}
      </Load>
    </>
  )
}

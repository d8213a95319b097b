import { ownStatsQuery } from '#app/features/catalog/product-queries.ts'
import { SellerOrdersGrid } from '#app/features/fulfillment/seller-orders/orders-grid.tsx'
import { ownParcels } from '#app/features/fulfillment/shipping/parcel-api.ts'
import { TrackingImport } from '#app/features/fulfillment/shipping/tracking-import.tsx'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { figure } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Together } from '#app/ui/together.tsx'

export const meta = () => [{ title: `Orders | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function OrdersScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Orders</h1>
        <TrackingImport parcels={ownParcels} />
      </div>
      <Together>
        <Load read={ownStatsQuery(token)} failure="Your figures could not be loaded.">
          {({ newOrders, ordersToShip, ordersOnTheWay }) => (
            <Tiles
              tiles={[
                { value: figure(newOrders), label: 'To process' },
                { value: figure(ordersToShip), label: 'To ship' },
                { value: figure(ordersOnTheWay), label: 'On the way' },
              ]}
            />
          )}
        </Load>
        <SellerOrdersGrid />
      </Together>
    </>
  )
}

import { api } from '#app/lib/api.ts'
import type { BulkShipment, OpenParcel, TrackingImport } from '#contract/fulfillment/shipments.ts'

/** A parcel as a bulk call takes it. */
export interface SentParcel {
  orderId: string
  businessId: string
  carrier: string
  trackingNumber: string
}

/** Calls about parcels of many orders, of sellers or of staff. */
export interface ParcelApi {
  open: (ids: readonly string[]) => Promise<OpenParcel[]>
  ship: (parcels: SentParcel[]) => Promise<BulkShipment>
  importFile: (form: FormData) => Promise<TrackingImport>
  /** File of what is to be shipped. */
  exportPath: string
  pickListPath: string
  slipsPath: string
}

export const ownParcels: ParcelApi = {
  open: (ids) => api.shipments.open({ query: { ids: ids.join(',') } }),
  ship: (parcels) => api.shipments.shipMany({ body: { parcels: parcels.map(({ businessId: _own, ...parcel }) => parcel) } }),
  importFile: (form) => api.shipments.importTracking({ form }),
  exportPath: '/api/business/shipments/export?format=xlsx',
  pickListPath: '/api/business/pick-list.pdf',
  slipsPath: '/api/business/packing-slips.pdf',
}

export const allParcels: ParcelApi = {
  open: (ids) => api.shipments.staffOpen({ query: { ids: ids.join(',') } }),
  ship: (parcels) => api.shipments.staffShipMany({ body: { parcels } }),
  importFile: (form) => api.shipments.staffImportTracking({ form }),
  exportPath: '/api/admin/shipments/export?format=xlsx',
  pickListPath: '/api/admin/pick-list.pdf',
  slipsPath: '/api/admin/packing-slips.pdf',
}

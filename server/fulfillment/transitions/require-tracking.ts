import { trackingProblem } from '#domain/carriers.ts'
import { refuseField } from '#server/platform/http/refusal.ts'

/** Refuses a tracking number that its carrier does not issue: 422. Numbers of unknown carriers and parcels without one are free. */
export function requireTracking({
  carrier,
  trackingNumber,
}: {
  carrier?: string | null | undefined
  trackingNumber?: string | undefined
}): void {
  const wrong = trackingProblem(carrier ?? '', trackingNumber ?? '')
  if (wrong) refuseField('trackingNumber', wrong)
}

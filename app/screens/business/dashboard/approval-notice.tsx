import { Link } from 'react-router'
import { getShop } from '#app/lib/shop.ts'
import type { Business } from '#contract/sellers/applications.ts'

/** Notice to a business that may not sell, with the reason and the next step. */
export function ApprovalNotice({ business }: { business: Business }) {
  const reason = business.review?.reason
  if (business.businessStatus === 'approved') return null
  return (
    <div className={`notice mt-4 ${business.businessStatus === 'pending' ? 'warn' : 'bad'}`}>
      {business.businessStatus === 'pending' && (
        <p>
          <b>Pending Approval.</b> Our team reviews your application within {getShop().reviewDays}. Until then your products aren't shown.
        </p>
      )}
      {business.businessStatus === 'suspended' && (
        <p>
          <b>Suspended.</b> Your products aren't shown at the moment. Open orders continue. <Link to="/contact">Contact support</Link> for
          assistance.
        </p>
      )}
      {business.businessStatus === 'rejected' && (
        <p>
          <b>Rejected.</b> You can correct your <Link to="/business/profile">business profile</Link>;{' '}
          <Link to="/contact">contact support</Link> to be reviewed again.
        </p>
      )}
      {reason && <p className="mt-1">Reason: {reason}</p>}
    </div>
  )
}

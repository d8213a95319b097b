import { endpoint } from '#contract/endpoint.ts'
import { Business } from './applications.ts'
import { ProfileBody } from './business-form.ts'

const own = ['business_admin'] as const

export const businessProfile = {
  profile: endpoint({
    method: 'GET',
    path: '/api/business/profile',
    access: own,
    summary: "The caller's own business.",
    response: Business,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/business/profile',
    invalidates: true,
    access: own,
    summary: "Changes the caller's own business; `logo` is a picture of at most 2 MB. Statuses stay as they are.",
    body: ProfileBody,
    response: Business,
    files: { logo: 1 },
  }),
  confirmProfile: endpoint({
    method: 'POST',
    path: '/api/business/profile/confirmation',
    access: own,
    summary:
      "Confirms that the details of the caller's business are still correct, as sellers with many sales in the United States do each year.",
    response: Business,
  }),
}
